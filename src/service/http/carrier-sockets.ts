/** The address to which carriers open a WebSocket to report events: /carriers/:carrier/:project/:token/events. */
import websocket from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { WebSocketLike } from '../../engine/ports/index.ts';
import { notFound, Problem } from './problem.ts';

interface CarrierRoute {
  Params: { carrier: string; project: string; token: string };
}

type Acceptor = (socket: WebSocketLike) => void;

/**
 * Admits a connection before it is opened. Undefined for an unknown carrier or a wrong token; resolves to the function that
 * takes it, or to undefined while this node cannot read it.
 */
export type AdmitCarrier = (carrier: CarrierRoute['Params']) => Promise<Acceptor | undefined> | undefined;

/** A carrier and whether a node of the service reads its events. */
export interface CarrierState {
  project: string;
  carrier: string;
  isConnected: boolean;
}

/** Maximum size of one message, bytes. Events of calls are about 1 KB. */
const MAX_MESSAGE_BYTES = 1024 * 1024;

/**
 * Adds the address. A request without a valid token, or for an unknown carrier, is answered 404 like any other path; a
 * connection that this node cannot read, 503.
 */
export function addCarrierSockets(server: FastifyInstance, admit: AdmitCarrier): void {
  const acceptors = new WeakMap<FastifyRequest['raw'], Acceptor>();
  void server.register(async (scope) => {
    await scope.register(websocket, {
      options: { maxPayload: MAX_MESSAGE_BYTES, handleProtocols: selectProtocol },
    });
    scope.route<CarrierRoute>({
      method: 'GET',
      url: '/carriers/:carrier/:project/:token/events',
      preValidation: async ({ params, raw, ws }) => {
        const admitting = ws ? admit(params) : undefined;
        if (admitting === undefined) throw notFound;
        const acceptor = await admitting;
        if (acceptor === undefined) throw new Problem('not_ready', 'this node cannot read events now');
        acceptors.set(raw, acceptor);
      },
      handler: () => {
        throw notFound;
      },
      wsHandler: (socket, { raw }) => {
        acceptors.get(raw)?.(socket);
      },
    });
  });
}

/** Accepts the first protocol that the client offers, as Asterisk does with `ari`. */
function selectProtocol(offered: Set<string>): string | false {
  return [...offered][0] ?? false;
}
