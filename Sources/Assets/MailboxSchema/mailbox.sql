-- FocusKey's mailbox: sealed envelopes of several devices. PostgreSQL 13 or later.
--
-- Run it once as the owner of the database; running it again changes nothing. What the server sees: who has a
-- household here, how many devices, when they send and how much. What is inside a box it cannot read.
BEGIN;
SET LOCAL client_min_messages = warning;

DO $$ BEGIN
  IF current_setting('server_version_num')::int < 130000 THEN
    RAISE EXCEPTION 'FocusKey needs PostgreSQL 13 or later';
  END IF;
  IF to_regprocedure('focuskey.version()') IS NOT NULL THEN
    IF focuskey.version() > 2 THEN
      RAISE EXCEPTION 'a later version of FocusKey made this schema (%)', focuskey.version();
    END IF;
  END IF;
  IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = 'focuskey_device') THEN
    CREATE ROLE focuskey_device NOLOGIN;
  END IF;
END $$;

CREATE SCHEMA IF NOT EXISTS focuskey;
REVOKE ALL ON SCHEMA focuskey FROM PUBLIC;

-- A household: one login, and a channel whose name nobody can guess. NOTIFY knows no rights.
CREATE TABLE IF NOT EXISTS focuskey.owner (
  owner uuid PRIMARY KEY,
  login text NOT NULL UNIQUE,
  channel text NOT NULL UNIQUE DEFAULT 'fk_' || replace(gen_random_uuid()::text, '-', '')
);

-- One device in one of its incarnations: its public key, and what was sealed to that key.
CREATE TABLE IF NOT EXISTS focuskey.device (
  owner uuid NOT NULL REFERENCES focuskey.owner ON DELETE CASCADE,
  device uuid NOT NULL,
  key bytea NOT NULL CHECK (octet_length(key) = 32),
  sealed bytea CHECK (octet_length(sealed) <= 4096),
  added timestamptz NOT NULL DEFAULT now(),
  revoked timestamptz,
  PRIMARY KEY (owner, device)
);

-- Of version 2. A device shows with each connection that it is the one: the hash of its token is its proof, so that the
-- household's login alone reads and writes nothing. What is sealed to a device waits there until it has taken it.
ALTER TABLE focuskey.owner ADD COLUMN IF NOT EXISTS epoch bigint NOT NULL DEFAULT 1;
ALTER TABLE focuskey.device ADD COLUMN IF NOT EXISTS proof bytea CHECK (octet_length(proof) = 32);
ALTER TABLE focuskey.device DROP CONSTRAINT IF EXISTS device_sealed_check;
ALTER TABLE focuskey.device ADD CONSTRAINT device_sealed_check CHECK (octet_length(sealed) <= 65536);

CREATE TABLE IF NOT EXISTS focuskey.envelope (
  owner uuid NOT NULL,
  device uuid NOT NULL,
  seq bigint NOT NULL CHECK (seq > 0),
  epoch bigint NOT NULL CHECK (epoch BETWEEN 1 AND 4294967295),
  chain bytea NOT NULL CHECK (octet_length(chain) = 16),
  box bytea NOT NULL CHECK (octet_length(box) BETWEEN 1 AND 1114112),
  PRIMARY KEY (owner, device, seq),
  FOREIGN KEY (owner, device) REFERENCES focuskey.device ON DELETE CASCADE
);
-- Cipher text does not compress.
ALTER TABLE focuskey.envelope ALTER COLUMN box SET STORAGE EXTERNAL;

-- What stands for all envelopes of a device up to a number; the envelope of that number itself stays.
CREATE TABLE IF NOT EXISTS focuskey.snapshot (
  owner uuid NOT NULL,
  device uuid NOT NULL,
  upto bigint NOT NULL CHECK (upto > 0),
  epoch bigint NOT NULL CHECK (epoch BETWEEN 1 AND 4294967295),
  box bytea NOT NULL CHECK (octet_length(box) > 0),
  PRIMARY KEY (owner, device),
  FOREIGN KEY (owner, device) REFERENCES focuskey.device ON DELETE CASCADE
);
ALTER TABLE focuskey.snapshot ALTER COLUMN box SET STORAGE EXTERNAL;

-- One use of an invitation.
CREATE TABLE IF NOT EXISTS focuskey.ticket (
  owner uuid NOT NULL REFERENCES focuskey.owner ON DELETE CASCADE,
  ticket uuid NOT NULL,
  expires timestamptz NOT NULL,
  PRIMARY KEY (owner, ticket)
);
-- A printed sheet lets in more than one device, until it is void.
ALTER TABLE focuskey.ticket ADD COLUMN IF NOT EXISTS lasting boolean NOT NULL DEFAULT false;

CREATE OR REPLACE FUNCTION focuskey.version() RETURNS int
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS 'SELECT 2';

-- The household of whoever asks. Any login may SET the claims of a web token, so they count only behind PostgREST's
-- own login, which checks the token before it sets them.
CREATE OR REPLACE FUNCTION focuskey.login() RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE WHEN session_user = 'authenticator'
    THEN 'sub:' || (nullif(current_setting('request.jwt.claims', true), '')::json ->> 'sub')
    ELSE session_user::text END
$$;

-- The household of a login, whichever device asks.
CREATE OR REPLACE FUNCTION focuskey.mine() RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT owner FROM focuskey.owner WHERE login = focuskey.login()
$$;

-- The household of whoever asks: of a device that showed its token on this connection and is not revoked. Anybody may
-- set the two parameters; only the device itself knows what they have to be.
CREATE OR REPLACE FUNCTION focuskey.me() RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT d.owner FROM focuskey.device AS d
    WHERE d.owner = focuskey.mine() AND d.device = nullif(current_setting('focuskey.device', true), '')::uuid
      AND d.revoked IS NULL AND d.proof = sha256(decode(current_setting('focuskey.token', true), 'hex'))
$$;

-- The household of whoever asks, or an error.
CREATE OR REPLACE FUNCTION focuskey.household() RETURNS uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE present uuid := focuskey.me();
BEGIN
  IF present IS NULL THEN
    IF focuskey.mine() IS NULL THEN
      RAISE EXCEPTION 'this login has no household' USING ERRCODE = 'FK006';
    END IF;
    IF EXISTS (
      SELECT FROM focuskey.device WHERE owner = focuskey.mine() AND revoked IS NOT NULL
        AND device = nullif(current_setting('focuskey.device', true), '')::uuid
    ) THEN
      RAISE EXCEPTION 'this device was revoked' USING ERRCODE = 'FK003';
    END IF;
    RAISE EXCEPTION 'no such device' USING ERRCODE = 'FK002';
  END IF;
  RETURN present;
END $$;

-- A device shows who it is, once a connection. One that came in before there were tokens has its first one kept.
CREATE OR REPLACE FUNCTION focuskey.enter(the_device uuid, the_token bytea) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  mine uuid := focuskey.mine();
  member focuskey.device;
BEGIN
  IF mine IS NULL THEN RAISE EXCEPTION 'this login has no household' USING ERRCODE = 'FK006'; END IF;
  SELECT * INTO member FROM focuskey.device WHERE owner = mine AND device = the_device;
  IF NOT FOUND THEN RAISE EXCEPTION 'no such device' USING ERRCODE = 'FK002'; END IF;
  IF member.revoked IS NOT NULL THEN RAISE EXCEPTION 'this device was revoked' USING ERRCODE = 'FK003'; END IF;
  IF member.proof IS NULL THEN
    UPDATE focuskey.device SET proof = sha256(the_token)
      WHERE owner = mine AND device = the_device AND proof IS NULL;
  ELSIF member.proof <> sha256(the_token) THEN
    RAISE EXCEPTION 'no such device' USING ERRCODE = 'FK002';
  END IF;
  PERFORM set_config('focuskey.device', the_device::text, false),
    set_config('focuskey.token', encode(the_token, 'hex'), false);
END $$;

-- Makes the household of a login that has none.
CREATE OR REPLACE FUNCTION focuskey.found(the_owner uuid) RETURNS uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO focuskey.owner (owner, login) VALUES (the_owner, focuskey.login()) ON CONFLICT (login) DO NOTHING;
  RETURN focuskey.mine();
END $$;

-- An invitation for one device.
CREATE OR REPLACE FUNCTION focuskey.invite(the_ticket uuid, seconds int) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  DELETE FROM focuskey.ticket WHERE owner = focuskey.household() AND expires < now();
  INSERT INTO focuskey.ticket (owner, ticket, expires)
    VALUES (focuskey.household(), the_ticket, now() + make_interval(secs => least(greatest(seconds, 1), 86400)))
    ON CONFLICT (owner, ticket) DO UPDATE SET expires = excluded.expires;
END $$;

-- The ticket of a printed sheet, in place of the one before.
CREATE OR REPLACE FUNCTION focuskey.keep_sheet(the_ticket uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE mine uuid := focuskey.household();
BEGIN
  DELETE FROM focuskey.ticket WHERE owner = mine AND lasting;
  INSERT INTO focuskey.ticket (owner, ticket, expires, lasting) VALUES (mine, the_ticket, 'infinity', true);
END $$;

-- A device comes in: the first of a household by itself, each other by an invitation that was not used.
DROP FUNCTION IF EXISTS focuskey.enroll(uuid, bytea, uuid);
CREATE OR REPLACE FUNCTION focuskey.enroll(
  the_device uuid, the_key bytea, the_token bytea, the_ticket uuid
) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE mine uuid := focuskey.mine();
BEGIN
  IF mine IS NULL THEN RAISE EXCEPTION 'this login has no household' USING ERRCODE = 'FK006'; END IF;
  PERFORM FROM focuskey.owner WHERE owner = mine FOR UPDATE;
  IF the_ticket IS NULL THEN
    IF EXISTS (SELECT FROM focuskey.device WHERE owner = mine) THEN
      RAISE EXCEPTION 'this household has devices' USING ERRCODE = 'FK008';
    END IF;
  ELSE
    DELETE FROM focuskey.ticket
      WHERE owner = mine AND ticket = the_ticket AND expires >= now() AND NOT lasting;
    IF NOT FOUND AND NOT EXISTS (
      SELECT FROM focuskey.ticket WHERE owner = mine AND ticket = the_ticket AND lasting
    ) THEN
      RAISE EXCEPTION 'this invitation was used, or is over' USING ERRCODE = 'FK007';
    END IF;
  END IF;
  INSERT INTO focuskey.device (owner, device, key, proof) VALUES (mine, the_device, the_key, sha256(the_token));
  PERFORM focuskey.enter(the_device, the_token);
END $$;

-- Appends to a device's log. Sending the same again is harmless; sending something else under a used number is not
-- done. Writers of one device wait for each other at its row.
CREATE OR REPLACE FUNCTION focuskey.push(
  the_device uuid, first bigint, epochs bigint[], chains bytea[], boxes bytea[]
) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  mine uuid := focuskey.household();
  gone timestamptz;
  head bigint;
BEGIN
  SELECT revoked INTO gone FROM focuskey.device WHERE owner = mine AND device = the_device FOR NO KEY UPDATE;
  IF NOT FOUND THEN RAISE EXCEPTION 'no such device' USING ERRCODE = 'FK002'; END IF;
  IF gone IS NOT NULL THEN RAISE EXCEPTION 'this device was revoked' USING ERRCODE = 'FK003'; END IF;
  IF cardinality(epochs) <> cardinality(boxes) OR cardinality(chains) <> cardinality(boxes)
    OR cardinality(boxes) NOT BETWEEN 1 AND 5000 OR first < 1 THEN
    RAISE EXCEPTION 'the counts do not match' USING ERRCODE = 'FK005';
  END IF;
  IF EXISTS (SELECT FROM focuskey.owner WHERE owner = mine AND epoch > ANY (epochs)) THEN
    RAISE EXCEPTION 'the household has a newer key' USING ERRCODE = 'FK010';
  END IF;
  SELECT seq INTO head FROM focuskey.envelope
    WHERE owner = mine AND device = the_device ORDER BY seq DESC LIMIT 1;
  head := coalesce(head, 0);
  IF first > head + 1 THEN
    RAISE EXCEPTION 'envelopes are missing' USING ERRCODE = 'FK001', DETAIL = (head + 1)::text;
  END IF;
  -- Only what is sent again: a plan that was made while there were few envelopes looks at all of them.
  IF first <= head AND EXISTS (
    SELECT FROM unnest(chains) WITH ORDINALITY AS sent(chain, place)
      JOIN focuskey.envelope AS here ON here.owner = mine AND here.device = the_device
        AND here.seq = first + sent.place - 1
      WHERE here.chain <> sent.chain
  ) THEN
    RAISE EXCEPTION 'another log goes on under this device' USING ERRCODE = 'FK004', DETAIL = head::text;
  END IF;
  INSERT INTO focuskey.envelope (owner, device, seq, epoch, chain, box)
    SELECT mine, the_device, first + sent.place - 1, sent.epoch, sent.chain, sent.box
      FROM unnest(epochs, chains, boxes) WITH ORDINALITY AS sent(epoch, chain, box, place)
      WHERE first + sent.place - 1 > head;
  IF FOUND THEN PERFORM pg_notify(channel, '') FROM focuskey.owner WHERE owner = mine; END IF;
  RETURN greatest(head, first + cardinality(boxes) - 1);
END $$;

-- How far the log of each device goes.
CREATE OR REPLACE FUNCTION focuskey.heads()
RETURNS TABLE (device uuid, seq bigint, chain bytea, key bytea, sealed bytea, revoked boolean)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE mine uuid := focuskey.household();
BEGIN
  RETURN QUERY SELECT d.device, coalesce(e.seq, 0), e.chain, d.key, d.sealed, d.revoked IS NOT NULL
    FROM focuskey.device AS d LEFT JOIN LATERAL (
      SELECT last.seq, last.chain FROM focuskey.envelope AS last
        WHERE last.owner = d.owner AND last.device = d.device ORDER BY last.seq DESC LIMIT 1
    ) AS e ON true
    WHERE d.owner = mine ORDER BY d.device;
END $$;

-- A page of one device's log. Plain columns against parameters: anything else is compared after row security has
-- looked at every row.
CREATE OR REPLACE FUNCTION focuskey.pull(the_device uuid, after bigint, most int)
RETURNS TABLE (seq bigint, epoch bigint, chain bytea, box bytea)
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT e.seq, e.epoch, e.chain, e.box FROM focuskey.envelope AS e
    WHERE e.owner = (SELECT focuskey.me()) AND e.device = the_device AND e.seq > after ORDER BY e.seq LIMIT most
$$;

-- Puts a snapshot in the place of what it covers. A number that is not there would swallow later envelopes.
CREATE OR REPLACE FUNCTION focuskey.compact(the_device uuid, the_upto bigint, the_epoch bigint, the_box bytea)
RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  mine uuid := focuskey.household();
  gone bigint;
BEGIN
  PERFORM FROM focuskey.device WHERE owner = mine AND device = the_device AND revoked IS NULL FOR NO KEY UPDATE;
  IF NOT FOUND THEN RAISE EXCEPTION 'no such device' USING ERRCODE = 'FK002'; END IF;
  PERFORM FROM focuskey.envelope WHERE owner = mine AND device = the_device AND seq = the_upto;
  IF NOT FOUND THEN RAISE EXCEPTION 'there is no such number' USING ERRCODE = 'FK005'; END IF;
  INSERT INTO focuskey.snapshot (owner, device, upto, epoch, box)
    VALUES (mine, the_device, the_upto, the_epoch, the_box)
    ON CONFLICT (owner, device) DO UPDATE SET upto = excluded.upto, epoch = excluded.epoch, box = excluded.box
      WHERE snapshot.upto < excluded.upto;
  DELETE FROM focuskey.envelope WHERE owner = mine AND device = the_device AND seq < the_upto;
  GET DIAGNOSTICS gone = ROW_COUNT;
  RETURN gone;
END $$;

-- A device takes its leave: it sends nothing more, and what it sent stays.
CREATE OR REPLACE FUNCTION focuskey.retire(the_device uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE mine uuid := focuskey.household();
BEGIN
  UPDATE focuskey.device SET revoked = coalesce(revoked, now()) WHERE owner = mine AND device = the_device;
  IF NOT FOUND THEN RAISE EXCEPTION 'no such device' USING ERRCODE = 'FK002'; END IF;
  PERFORM pg_notify(channel, '') FROM focuskey.owner WHERE owner = mine;
END $$;

-- Puts a device out and begins an epoch: each device that stays finds the new key, sealed to its own, in its row. All of
-- it or nothing: FK009 where another epoch began meanwhile, or another device came in. Invitations carry the old key, so
-- none is left; the answer is whether a printed sheet was among them.
CREATE OR REPLACE FUNCTION focuskey.revoke(the_device uuid, the_epoch bigint, devices uuid[], grants bytea[])
RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  mine uuid := focuskey.household();
  had_sheet boolean := EXISTS (SELECT FROM focuskey.ticket WHERE owner = mine AND lasting);
BEGIN
  UPDATE focuskey.owner SET epoch = the_epoch WHERE owner = mine AND epoch = the_epoch - 1;
  IF NOT FOUND THEN RAISE EXCEPTION 'another device was revoked meanwhile' USING ERRCODE = 'FK009'; END IF;
  UPDATE focuskey.device SET revoked = now(), sealed = NULL
    WHERE owner = mine AND device = the_device AND revoked IS NULL;
  IF NOT FOUND THEN RAISE EXCEPTION 'no such device' USING ERRCODE = 'FK002'; END IF;
  IF cardinality(devices) <> cardinality(grants) OR EXISTS (
    SELECT FROM focuskey.device WHERE owner = mine AND revoked IS NULL AND device <> ALL (devices)
  ) THEN
    RAISE EXCEPTION 'another device joined meanwhile' USING ERRCODE = 'FK009';
  END IF;
  UPDATE focuskey.device AS d SET sealed = coalesce(d.sealed, '') || told.box
    FROM unnest(devices, grants) AS told(device, box)
    WHERE d.owner = mine AND d.device = told.device AND d.revoked IS NULL;
  DELETE FROM focuskey.ticket WHERE owner = mine;
  PERFORM pg_notify(channel, '') FROM focuskey.owner WHERE owner = mine;
  RETURN had_sheet;
END $$;

-- Deletes a device that is out, with all that it ever sent.
CREATE OR REPLACE FUNCTION focuskey.forget_device(the_device uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  DELETE FROM focuskey.device
    WHERE owner = focuskey.household() AND device = the_device AND revoked IS NOT NULL;
  IF NOT FOUND THEN RAISE EXCEPTION 'no such device' USING ERRCODE = 'FK002'; END IF;
END $$;

-- A household that was elsewhere before. A device of it is let in by one that is in, with the token that it shows when
-- it comes; one that is here already stays as it is.
CREATE OR REPLACE FUNCTION focuskey.admit(
  the_device uuid, the_key bytea, the_token bytea, is_out boolean
) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO focuskey.device (owner, device, key, proof, revoked)
    VALUES (focuskey.household(), the_device, the_key, sha256(the_token), CASE WHEN is_out THEN now() END)
    ON CONFLICT (owner, device) DO NOTHING;
END $$;

-- A device shows another token from now on.
CREATE OR REPLACE FUNCTION focuskey.renew(the_token bytea) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  mine uuid := focuskey.household();
  this uuid := current_setting('focuskey.device')::uuid;
BEGIN
  UPDATE focuskey.device SET proof = sha256(the_token) WHERE owner = mine AND device = this;
  PERFORM focuskey.enter(this, the_token);
END $$;

-- The key of an epoch counts from now on: it began elsewhere.
CREATE OR REPLACE FUNCTION focuskey.go_on(the_epoch bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE focuskey.owner SET epoch = greatest(epoch, the_epoch) WHERE owner = focuskey.household();
END $$;

-- What a device sent when the household was elsewhere, with the keys of then. What is here already stays as it is.
CREATE OR REPLACE FUNCTION focuskey.restore(
  the_device uuid, first bigint, epochs bigint[], chains bytea[], boxes bytea[]
) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  mine uuid := focuskey.household();
  head bigint;
BEGIN
  PERFORM FROM focuskey.device WHERE owner = mine AND device = the_device FOR NO KEY UPDATE;
  IF NOT FOUND THEN RAISE EXCEPTION 'no such device' USING ERRCODE = 'FK002'; END IF;
  IF cardinality(epochs) <> cardinality(boxes) OR cardinality(chains) <> cardinality(boxes)
    OR cardinality(boxes) NOT BETWEEN 1 AND 5000 OR first < 1 THEN
    RAISE EXCEPTION 'the counts do not match' USING ERRCODE = 'FK005';
  END IF;
  SELECT seq INTO head FROM focuskey.envelope
    WHERE owner = mine AND device = the_device ORDER BY seq DESC LIMIT 1;
  INSERT INTO focuskey.envelope (owner, device, seq, epoch, chain, box)
    SELECT mine, the_device, first + sent.place - 1, sent.epoch, sent.chain, sent.box
      FROM unnest(epochs, chains, boxes) WITH ORDINALITY AS sent(epoch, chain, box, place)
      WHERE first + sent.place - 1 > coalesce(head, 0);
  IF FOUND THEN PERFORM pg_notify(channel, '') FROM focuskey.owner WHERE owner = mine; END IF;
END $$;

-- The snapshot of a device when the household was elsewhere, whose last envelope is here.
CREATE OR REPLACE FUNCTION focuskey.restore_snapshot(
  the_device uuid, the_upto bigint, the_epoch bigint, the_box bytea
) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE mine uuid := focuskey.household();
BEGIN
  PERFORM FROM focuskey.device WHERE owner = mine AND device = the_device FOR NO KEY UPDATE;
  IF NOT FOUND THEN RAISE EXCEPTION 'no such device' USING ERRCODE = 'FK002'; END IF;
  PERFORM FROM focuskey.envelope WHERE owner = mine AND device = the_device AND seq = the_upto;
  IF NOT FOUND THEN RETURN; END IF;
  INSERT INTO focuskey.snapshot (owner, device, upto, epoch, box)
    VALUES (mine, the_device, the_upto, the_epoch, the_box)
    ON CONFLICT (owner, device) DO UPDATE SET upto = excluded.upto, epoch = excluded.epoch, box = excluded.box
      WHERE snapshot.upto < excluded.upto;
  DELETE FROM focuskey.envelope WHERE owner = mine AND device = the_device AND seq < the_upto;
END $$;

-- A device has kept what was sealed to it; what came meanwhile stays.
CREATE OR REPLACE FUNCTION focuskey.taken(the_device uuid, the_sealed bytea) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE focuskey.device SET sealed = NULL
    WHERE owner = focuskey.household() AND device = the_device AND sealed = the_sealed;
END $$;

-- Deletes a household with all that was ever sent, and counts what is left of it.
CREATE OR REPLACE FUNCTION focuskey.forget() RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE mine uuid := focuskey.household();
BEGIN
  DELETE FROM focuskey.owner WHERE owner = mine;
  RETURN (SELECT count(*) FROM focuskey.owner WHERE owner = mine)
    + (SELECT count(*) FROM focuskey.device WHERE owner = mine)
    + (SELECT count(*) FROM focuskey.envelope WHERE owner = mine)
    + (SELECT count(*) FROM focuskey.snapshot WHERE owner = mine)
    + (SELECT count(*) FROM focuskey.ticket WHERE owner = mine);
END $$;

ALTER TABLE focuskey.owner ENABLE ROW LEVEL SECURITY;
ALTER TABLE focuskey.device ENABLE ROW LEVEL SECURITY;
ALTER TABLE focuskey.envelope ENABLE ROW LEVEL SECURITY;
ALTER TABLE focuskey.snapshot ENABLE ROW LEVEL SECURITY;
ALTER TABLE focuskey.ticket ENABLE ROW LEVEL SECURITY;

-- (SELECT ...): asked once a query, not once a row.
DROP POLICY IF EXISTS own ON focuskey.owner;
CREATE POLICY own ON focuskey.owner FOR SELECT TO focuskey_device USING (owner = (SELECT focuskey.me()));
DROP POLICY IF EXISTS own ON focuskey.device;
CREATE POLICY own ON focuskey.device FOR SELECT TO focuskey_device USING (owner = (SELECT focuskey.me()));
DROP POLICY IF EXISTS own ON focuskey.envelope;
CREATE POLICY own ON focuskey.envelope FOR SELECT TO focuskey_device USING (owner = (SELECT focuskey.me()));
DROP POLICY IF EXISTS own ON focuskey.snapshot;
CREATE POLICY own ON focuskey.snapshot FOR SELECT TO focuskey_device USING (owner = (SELECT focuskey.me()));

-- Everything is written by the functions above.
REVOKE ALL ON ALL TABLES IN SCHEMA focuskey FROM PUBLIC, focuskey_device;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA focuskey FROM PUBLIC, focuskey_device;
GRANT USAGE ON SCHEMA focuskey TO focuskey_device;
GRANT SELECT ON focuskey.owner, focuskey.device, focuskey.envelope, focuskey.snapshot TO focuskey_device;
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA focuskey TO focuskey_device;

COMMIT;
