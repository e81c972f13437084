/**
 * Lists calls, read on one state of the file. The index by flow has live and ended calls apart, so what is asked of
 * several flows or of both states is asked of each, and merged.
 */
import type { DatabaseSync } from 'node:sqlite';
import { digitsOf, readRecord } from '../../call/index.ts';
import { newestFirst, pageOf, spanOf } from '../../ports/index.ts';
import type { CallFilter, CallList, CallPage, Place, Span } from '../../ports/index.ts';
import { prepareAll } from './statements.ts';
import type { Statements } from './statements.ts';
import { snapshot } from './transaction.ts';

const inSpan = `began_at >= :since AND (began_at, id) < (:at, :id)`;
const ofFlow = `flow_name = :flow AND ended = :ended AND ${inSpan}`;
const ofNumber = `number = :number AND ${inSpan} AND flow_name = ifnull(:flow, flow_name) AND ended = ifnull(:ended, ended)`;
const newest = `ORDER BY began_at DESC, id DESC LIMIT :limit`;

const sql = {
  // Jumps from name to name; DISTINCT would look at every call.
  flows: `WITH RECURSIVE flows (name) AS (
            SELECT min(flow_name) FROM calls
            UNION ALL SELECT (SELECT min(flow_name) FROM calls WHERE flow_name > name) FROM flows WHERE name IS NOT NULL)
          SELECT name FROM flows WHERE name IS NOT NULL`,
  listFlow: `SELECT key, began_at AS at, id FROM calls WHERE ${ofFlow} ${newest}`,
  countFlow: `SELECT count(*) AS count FROM calls WHERE ${ofFlow}`,
  listNumber: `SELECT key, began_at AS at, id FROM calls WHERE ${ofNumber} ${newest}`,
  countNumber: `SELECT count(*) AS count FROM calls WHERE ${ofNumber}`,
  record: `SELECT record FROM calls WHERE key = ?`,
};

/** A call as the indexes have it. */
interface Row extends Place {
  key: number;
}

/** Values of a statement, under their names. */
type Values = Record<string, string | number | null>;

const STATES = { live: 0, ended: 1 };

export class Listing {
  readonly #db: DatabaseSync;
  readonly #sql: Statements<typeof sql>;

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#sql = prepareAll(db, sql);
  }

  list(filter: CallFilter, { limit, after }: CallPage): CallList {
    const values = { ...spanValues(spanOf(filter, after)), limit: limit + 1 };
    return snapshot(this.#db, () => {
      const { places, ...next } = pageOf(this.#rows(filter, values).sort(newestFirst), limit);
      return { calls: places.map(({ key }) => this.#record(key)), ...next };
    });
  }

  count(filter: CallFilter): number {
    const values = spanValues(spanOf(filter));
    return snapshot(this.#db, () => {
      const { countFlow, countNumber } = this.#sql;
      const counts =
        filter.number === undefined
          ? this.#flowsAndStates(filter).map((one) => countFlow.get({ ...values, ...one }))
          : [countNumber.get({ ...values, ...numberValues(filter, filter.number) })];
      return counts.reduce((sum, row) => sum + Number(row?.count), 0);
    });
  }

  #rows(filter: CallFilter, values: Values): Row[] {
    const { listFlow, listNumber } = this.#sql;
    const rows =
      filter.number === undefined
        ? this.#flowsAndStates(filter).flatMap((one) => listFlow.all({ ...values, ...one }))
        : listNumber.all({ ...values, ...numberValues(filter, filter.number) });
    return rows as unknown as Row[];
  }

  #record(key: number) {
    const { record } = this.#sql.record.get(key) as { record: string };
    return readRecord(record);
  }

  /** Every combination that the filter leaves. */
  #flowsAndStates({ flow, state }: CallFilter): Values[] {
    const flows = flow === undefined ? this.#sql.flows.all().map(({ name }) => String(name)) : [flow];
    const states = state === undefined ? Object.values(STATES) : [STATES[state]];
    return flows.flatMap((name) => states.map((ended) => ({ flow: name, ended })));
  }
}

function spanValues({ since, from: { at, id } }: Span): Values {
  return { since, at, id };
}

function numberValues({ flow, state }: CallFilter, number: string): Values {
  return { number: digitsOf(number), flow: flow ?? null, ended: state === undefined ? null : STATES[state] };
}
