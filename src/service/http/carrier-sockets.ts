/** The address to which carriers open a WebSocket to report events: /carriers/:carrier/:project/:token/events. */
import websocket from '@fastify/websocket';
import type { FastifyInstance } from 'fastify';
import type { WebSocketLike } from '../../engine/ports/index.ts';
import { notFound } from './problem.ts';

interface CarrierRoute {
  Params: { carrier: string; project: string; token: string };
}

/** Returns the function that takes a connection; undefined for an unknown carrier or a wrong token. */
export type FindAcceptor = (carrier: CarrierRoute['Params']) => ((socket: WebSocketLike) => void) | undefined;

/** A carrier and whether a node of the service reads its events. */
export interface CarrierState {
  project: string;
  carrier: string;
  isConnected: boolean;
}

/** Maximum size of one message, bytes. Events of calls are about 1 KB. */
const MAX_MESSAGE_BYTES = 1024 * 1024;

/** Adds the address. A request without a valid token, or for an unknown carrier, is answered 404 like any other path. */
export function addCarrierSockets(server: FastifyInstance, findAcceptor: FindAcceptor): void {
  void server.register(async (scope) => {
    await scope.register(websocket, {
      options: { maxPayload: MAX_MESSAGE_BYTES, handleProtocols: selectProtocol },
    });
    scope.route<CarrierRoute>({
      method: 'GET',
      url: '/carriers/:carrier/:project/:token/events',
      preValidation: ({ params }, _reply, done) => {
        done(findAcceptor(params) === undefined ? notFound : undefined);
      },
      handler: () => {
        throw notFound;
      },
      wsHandler: (socket, { params }) => {
        findAcceptor(params)?.(socket);
      },
    });
  });
}

/** Accepts the first protocol that the client offers, as Asterisk does with `ari`. */
function selectProtocol(offered: Set<string>): string | false {
  return [...offered][0] ?? false;
}
