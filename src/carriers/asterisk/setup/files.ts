/** The configuration of an Asterisk that hands its calls to Ringflow, as files. Pure. */
import { renderModules } from './modules.ts';
import type { AsteriskSetup, SetupFile } from './setup.ts';
import { renderSip } from './sip.ts';
import { renderStream, renderTls } from './streams.ts';

/** Longest time that a call rings while no Ringflow takes it, seconds. */
const UNTAKEN_SECONDS = 15;

/** Files whose defaults suit, but of which Asterisk reports that they are missing. */
const DEFAULTS = ['ccss', 'chan_websocket', 'features', 'pjproject', 'res_http_media_cache', 'udptl'];

/** The tones of one country; telephones play their own. */
const TONES = `[general]
country=us
[us]
description=United States
ringcadence=2000,4000
dial=350+440
busy=480+620/500,0/500
ring=440+480/2000,0/4000
congestion=480+620/250,0/250
`;

/** Renders every file of the configuration. */
export function renderSetup(setup: AsteriskSetup): SetupFile[] {
  const open = (name: string, text: string): SetupFile => ({ name, text, isSecret: false });
  const secret = (name: string, text: string): SetupFile => ({ name, text, isSecret: true });
  return [
    open('asterisk.conf', renderMain(setup)),
    open('modules.conf', renderModules()),
    open('extensions.conf', renderDialPlan(setup)),
    secret('pjsip.conf', renderSip(setup)),
    open('rtp.conf', renderRtp(setup)),
    open('http.conf', renderHttp(setup)),
    secret('ari.conf', renderAri(setup)),
    secret('websocket_client.conf', renderSockets(setup)),
    open('musiconhold.conf', '[default]\nmode=files\ndirectory=moh\n'),
    open('logger.conf', renderLogger()),
    open('manager.conf', '; Ringflow uses ARI only.\n[general]\nenabled=no\n'),
    open('cdr.conf', '; Ringflow writes the CDRs.\n[general]\nenable=no\n'),
    open('cel.conf', '[general]\nenable=no\n'),
    open('acl.conf', '; Who may call is written in pjsip.conf.\n'),
    open('indications.conf', TONES),
    ...DEFAULTS.map((name) => open(`${name}.conf`, '; The defaults.\n[general]\n')),
  ];
}

function renderMain({ systemName, folder }: AsteriskSetup): string {
  return `${folder === undefined ? '' : `${renderFolders(folder)}\n`}[options]
; Prefix of the ids of calls. It must be the name of the carrier in Ringflow.
systemname=${systemName}
documentation_language=en_US
`;
}

function renderFolders(folder: string): string {
  return `[directories]
astetcdir => ${folder}/etc
astrundir => ${folder}/run
astdbdir => ${folder}/lib
astspooldir => ${folder}/spool
astlogdir => ${folder}/log
`;
}

function renderDialPlan({ application }: AsteriskSetup): string {
  return `; The dial plan hands every call to Ringflow. What happens then is decided by the flow.
[general]
static=yes
writeprotect=yes

[incoming]
; Refuses the call (603) after ${UNTAKEN_SECONDS} s unless Ringflow takes it, which removes this limit.
exten => _[+0-9]!,1,Set(TIMEOUT(absolute)=${UNTAKEN_SECONDS})
 same => n,Stasis(${application},inbound)
; Reached at once when Asterisk knows no such application: 503, so that a trunk tries another route.
 same => n,Hangup(34)
`;
}

function renderRtp({ rtp }: AsteriskSetup): string {
  return `; Two ports for each leg.
[general]
rtpstart=${rtp.first}
rtpend=${rtp.last}
strictrtp=yes
icesupport=no
`;
}

function renderHttp({ ari }: AsteriskSetup): string {
  return `; ARI. Never let the internet reach it.
[general]
enabled=yes
bindaddr=${ari.address}
bindport=${ari.port}
enable_static=no
enable_status=no
servername=
; Streams keep their connection as long as the call.
sessionlimit=1000
session_inactivity=30000
session_keep_alive=15000
`;
}

function renderAri({ ari, application, eventsUrl }: AsteriskSetup): string {
  const events = `
; Opens the socket on which Ringflow receives events.
[ringflow-events]
type=outbound_websocket
websocket_client_id=ringflow
apps=${application}
local_ari_user=${ari.user}
subscribe_all=no
`;
  return `[general]
enabled=yes
pretty=no
; A reader that is slower is disconnected, ms. Events are kept for the next connection.
websocket_write_timeout=1000

; Whoever knows this password controls every call.
[${ari.user}]
type=user
read_only=no
password=${ari.password}
${eventsUrl === undefined ? '' : events}`;
}

function renderSockets({ eventsUrl, streams = [] }: AsteriskSetup): string {
  const events =
    eventsUrl === undefined ? '; Ringflow opens the socket for events.\n' : renderEvents(eventsUrl);
  return events + streams.map(renderStream).join('');
}

function renderEvents(eventsUrl: string): string {
  return `; Asterisk connects to Ringflow, and again when the connection is lost. Until then it keeps the events and sends them
; in order afterwards: no key is lost.
[ringflow]
type=websocket_client
; Not per_call_config: it delays the first event of each call by half a second.
connection_type=persistent
uri=${eventsUrl}
protocols=ari
connection_timeout=500
reconnect_interval=200
${renderTls(eventsUrl)}
`;
}

function renderLogger(): string {
  return `[general]
dateformat=%F %T.%3q
[logfiles]
console => notice,warning,error
messages.log => notice,warning,error
; Refused calls and passwords, for tools that block attackers.
security.log => security
`;
}
