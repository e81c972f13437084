/** A process that locks the database named by its argument, says so on stdout, and lets go when stdin ends. */
import { once } from 'node:events';
import { DatabaseSync } from 'node:sqlite';

const db = new DatabaseSync(process.argv[2] ?? '', { timeout: 5_000 });
db.exec('BEGIN IMMEDIATE');
process.stdout.write('locked\n');
process.stdin.resume();
await once(process.stdin, 'end');
db.exec('ROLLBACK');
db.close();
