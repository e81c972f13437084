/** Schema of the database and its migrations. */
import type { DatabaseSync } from 'node:sqlite';
import { callId, toListing, readRecord } from '../../call/index.ts';
import { foreignFileError, newerFileError, olderFileError, outdatedFileError } from './failure.ts';
import { transaction } from './transaction.ts';

/** Value of `PRAGMA user_version` after the first migration; 1 had several forms before the first release. */
const FIRST = 2;

/**
 * Migrations from one schema to the next. Never edit a released one: add another. Also add one when the format of stored call
 * records changes.
 *
 * `outbox` is a JSON array of commands; `lane_until` is set exactly while it is not empty, so that `due_at` covers both.
 */
const migrations = [
  `CREATE TABLE calls (
     key        INTEGER PRIMARY KEY,
     id         TEXT NOT NULL UNIQUE,
     flow       TEXT NOT NULL,
     seq        INTEGER NOT NULL,
     record     TEXT NOT NULL,
     outbox     TEXT NOT NULL,
     wake_at    INTEGER,
     awaits     TEXT,
     lane_node  TEXT,
     lane_until INTEGER,
     due_at     INTEGER AS (coalesce(min(wake_at, lane_until), wake_at, lane_until)),
     expires_at INTEGER
   );
   CREATE INDEX calls_due ON calls (due_at) WHERE due_at IS NOT NULL;
   CREATE INDEX calls_awaiting ON calls (awaits) WHERE awaits IS NOT NULL;
   CREATE INDEX calls_flow ON calls (flow);
   CREATE INDEX calls_expiring ON calls (expires_at) WHERE expires_at IS NOT NULL;

   CREATE TABLE trace (
     call  INTEGER NOT NULL REFERENCES calls ON DELETE CASCADE,
     seq   INTEGER NOT NULL,
     entry TEXT NOT NULL,
     PRIMARY KEY (call, seq)
   ) WITHOUT ROWID;

   CREATE TABLE flows (
     version    TEXT PRIMARY KEY,
     kept_until INTEGER NOT NULL,
     json       TEXT NOT NULL
   );

   CREATE TABLE probe (room BLOB NOT NULL);`,

  // Columns by which calls are listed, written only when a call starts and when it ends.
  `ALTER TABLE calls ADD COLUMN flow_name TEXT NOT NULL DEFAULT '';
   ALTER TABLE calls ADD COLUMN number TEXT NOT NULL DEFAULT '';
   ALTER TABLE calls ADD COLUMN began_at INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE calls ADD COLUMN ended INTEGER NOT NULL DEFAULT 0;
   UPDATE calls SET
     flow_name = listed_by(id, record, 'flow'),
     number    = listed_by(id, record, 'number'),
     began_at  = listed_by(id, record, 'at'),
     ended     = expires_at IS NOT NULL;
   CREATE INDEX calls_by_flow ON calls (flow_name, ended, began_at, id);
   CREATE INDEX calls_by_number ON calls (number, began_at, id);`,

  `CREATE TABLE documents (
     kind     TEXT NOT NULL,
     id       TEXT NOT NULL,
     revision INTEGER NOT NULL,
     json     TEXT NOT NULL,
     PRIMARY KEY (kind, id)
   );
   CREATE TABLE registry (revision INTEGER NOT NULL);
   INSERT INTO registry VALUES (0);`,

  // Lists calls by project.
  `ALTER TABLE calls ADD COLUMN project TEXT NOT NULL DEFAULT '';
   UPDATE calls SET project = listed_by(id, record, 'project');
   DROP INDEX calls_by_flow;
   CREATE INDEX calls_by_flow ON calls (project, flow_name, ended, began_at, id);`,

  // Order in which calls ended. Calls that ended before this migration have no position.
  `ALTER TABLE calls ADD COLUMN ended_as INTEGER;
   CREATE UNIQUE INDEX calls_ended ON calls (ended_as) WHERE ended_as IS NOT NULL;`,
  `CREATE TABLE counts (
     project    TEXT NOT NULL,
     flow       TEXT NOT NULL,
     sheet      TEXT NOT NULL,
     width      TEXT NOT NULL,
     at         INTEGER NOT NULL,
     version    TEXT NOT NULL,
     name       TEXT NOT NULL,
     count      INTEGER NOT NULL,
     kept_until INTEGER NOT NULL,
     PRIMARY KEY (project, flow, sheet, width, at, version, name)
   ) WITHOUT ROWID;
   CREATE INDEX counts_expiring ON counts (kept_until);
   CREATE TABLE count_flushes (
     node   TEXT PRIMARY KEY,
     number INTEGER NOT NULL,
     at     INTEGER NOT NULL
   ) WITHOUT ROWID;`,

  // Upper bound of the positions of deleted calls in the order of ends.
  `CREATE TABLE forgotten (ended_as INTEGER NOT NULL);
   INSERT INTO forgotten SELECT max(ifnull(max(ended_as), 0), CAST(unixepoch('subsec') * 1000 AS INTEGER)) FROM calls;`,

  // Triggers maintain sums of wider buckets, so that running processes of the previous release update them too. A bucket is kept
  // as long as the widest bucket that contains it.
  `CREATE TABLE widths (
     width   TEXT NOT NULL,
     wider   TEXT NOT NULL,
     wide_ms INTEGER NOT NULL,
     PRIMARY KEY (width, wider)
   ) WITHOUT ROWID;
   INSERT INTO widths VALUES ('minute', 'ten_minutes', 600000), ('hour', 'quarter_day', 21600000), ('hour', 'day', 86400000);
   UPDATE counts SET kept_until = kept_until +
     CASE width WHEN 'minute' THEN 540000 - at % 600000 ELSE 82800000 - at % 86400000 END;
   INSERT INTO counts
     SELECT project, flow, sheet, wider, at - at % wide_ms AS begin, version, name, sum(count), max(kept_until)
     FROM counts JOIN widths USING (width) GROUP BY project, flow, sheet, wider, begin, version, name;
   CREATE TRIGGER counts_begun AFTER INSERT ON counts WHEN NEW.width IN ('minute', 'hour') BEGIN
     INSERT INTO counts
       SELECT NEW.project, NEW.flow, NEW.sheet, wider, NEW.at - NEW.at % wide_ms, NEW.version, NEW.name, NEW.count, NEW.kept_until
       FROM widths WHERE width = NEW.width
     ON CONFLICT (project, flow, sheet, width, at, version, name)
     DO UPDATE SET count = count + excluded.count, kept_until = max(kept_until, excluded.kept_until);
   END;
   CREATE TRIGGER counts_added AFTER UPDATE ON counts WHEN NEW.width IN ('minute', 'hour') BEGIN
     INSERT INTO counts
       SELECT NEW.project, NEW.flow, NEW.sheet, wider, NEW.at - NEW.at % wide_ms, NEW.version, NEW.name, NEW.count - OLD.count, NEW.kept_until
       FROM widths WHERE width = NEW.width
     ON CONFLICT (project, flow, sheet, width, at, version, name)
     DO UPDATE SET count = count + excluded.count, kept_until = max(kept_until, excluded.kept_until);
   END;`,

  // Records have format 2 from here on, which processes of the previous release do not know.
  '',

  // Lists calls by the campaign that placed them. Earlier calls do not know theirs.
  `ALTER TABLE calls ADD COLUMN campaign TEXT;
   CREATE INDEX calls_by_campaign ON calls (campaign, began_at, id) WHERE campaign IS NOT NULL;`,
];

const NEWEST = FIRST + migrations.length - 1;

/** Marks the file as ours ("RING"), so that tables are never created in another program's database. */
const applicationId = 0x52494e47;

/**
 * Upgrades the file to the newest schema. A current file is only read, so that a lock or a full disk does not matter. Throws
 * `store_newer`, `store_outdated` or `store_foreign`.
 */
export function migrate(db: DatabaseSync, file: string): void {
  if (readSchemaVersion(db, file) === NEWEST) return;
  db.function('listed_by', { deterministic: true }, (id, record, what) =>
    String(
      toListing(readRecord(callId(String(id)), String(record)))[what as 'project' | 'flow' | 'number' | 'at'],
    ),
  );
  transaction(db, () => {
    // Reads the version again: another process may have migrated the file.
    const done = Math.max(0, readSchemaVersion(db, file) - FIRST + 1);
    for (const migration of migrations.slice(done)) db.exec(migration);
    db.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${NEWEST}`);
  });
}

/** Throws `store_older` for a file that needs an upgrade, and the errors of `migrate`. */
export function requireNewest(db: DatabaseSync, file: string): void {
  const version = readSchemaVersion(db, file);
  if (version < NEWEST) throw olderFileError(file, version, NEWEST);
}

/** Throws `store_foreign` for another program's file; accepts every release of ours. */
export function requireOurs(db: DatabaseSync, file: string): void {
  if (!isOurs(db)) throw foreignFileError(file);
}

function readSchemaVersion(db: DatabaseSync, file: string): number {
  requireOurs(db, file);
  const version = pragma(db, 'user_version');
  if (version > NEWEST) throw newerFileError(file, version, NEWEST);
  if (version > 0 && version < FIRST) throw outdatedFileError(file, version);
  return version;
}

function isOurs(db: DatabaseSync): boolean {
  const isEmpty = db.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined;
  return isEmpty || pragma(db, 'application_id') === applicationId;
}

function pragma(db: DatabaseSync, name: 'user_version' | 'application_id'): number {
  return Number(db.prepare(`PRAGMA ${name}`).get()?.[name]);
}
