/**
 * Leads one host name to this machine, as a line in /etc/hosts and a redirected port 443 would, for a program that is
 * started with `node --import`: a test can set up neither.
 */
import { Agent, buildConnector, setGlobalDispatcher } from 'undici';

const { REDIRECTED_HOST: host = '', REDIRECTED_PORT: port = '' } = process.env;
const connect = buildConnector({});

setGlobalDispatcher(
  new Agent({
    connect: (options, done) => {
      const isLed = options.hostname === host;
      connect(isLed ? { ...options, hostname: '127.0.0.1', port, servername: host } : options, done);
    },
  }),
);
