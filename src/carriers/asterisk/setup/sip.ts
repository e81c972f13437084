/** `pjsip.conf`: who may call, and who can be called. */
import type { AsteriskSetup, Telephone } from './setup.ts';

/** Time without audio after which a call has ended, s. */
const RTP_TIMEOUT_S = 120;

/** Renders the settings of every endpoint: audio passes through Asterisk, which reads the keys from it. */
function renderEndpoint({ rtpTimeoutS = RTP_TIMEOUT_S }: AsteriskSetup): string {
  return `type=endpoint
transport=udp
disallow=all
allow=ulaw,alaw
direct_media=no
rtp_symmetric=yes
force_rport=yes
rewrite_contact=yes
rtp_timeout=${rtpTimeoutS}
rtp_timeout_hold=1800
trust_id_inbound=no
send_rpid=no
allow_transfer=no
allow_subscribe=no`;
}

/** An endpoint without a password is recognised by its address only: any caller can claim a name. */
const BY_ADDRESS = 'identify_by=ip';

function renderTrunk(setup: AsteriskSetup): string {
  return `; A SIP trunk. Remove the semicolons, insert what your provider gave you, and set RINGFLOW_CARRIER_<NAME>_DIAL to
; PJSIP/{number}@trunk. Calls are accepted from the addresses of "match" only.
;[trunk]
;${renderEndpoint(setup).replaceAll('\n', '\n;')}
;${BY_ADDRESS}
;context=incoming
;dtmf_mode=rfc4733
;outbound_auth=trunk-auth
;aors=trunk
;from_user=your-account
;from_domain=sip.provider.example
;[trunk-auth]
;type=auth
;auth_type=digest
;username=your-account
;password=your-password
;[trunk]
;type=aor
;contact=sip:sip.provider.example
;qualify_frequency=60
;[trunk]
;type=identify
;endpoint=trunk
;match=203.0.113.10
; Only for a provider that asks for registration:
;[trunk]
;type=registration
;transport=udp
;outbound_auth=trunk-auth
;server_uri=sip:sip.provider.example
;client_uri=sip:your-account@sip.provider.example
;contact_user=your-account`;
}

/** Renders `pjsip.conf`. No endpoint is called `anonymous`: calls of strangers are refused. */
export function renderSip(setup: AsteriskSetup): string {
  const sections = [
    renderTransport(setup),
    ...renderTrusted(setup),
    ...setup.telephones.map((telephone) => renderTelephone(telephone, setup)),
  ];
  return `; Who may call, and who can be called. Calls of anybody else are refused.
[global]
type=global
user_agent=PBX
endpoint_identifier_order=username,auth_username,ip

${sections.join('\n\n')}

${renderTrunk(setup)}
`;
}

function renderTransport({ sip }: AsteriskSetup): string {
  const lines = [
    '; A SIP port that the internet reaches is found by attackers within minutes: allow only your provider in the firewall.',
    '[udp]',
    'type=transport',
    'protocol=udp',
    `bind=${sip.address}:${sip.port}`,
  ];
  if (sip.publicAddress !== undefined)
    lines.push(
      `external_media_address=${sip.publicAddress}`,
      `external_signaling_address=${sip.publicAddress}`,
    );
  return lines.join('\n');
}

function renderTrusted(setup: AsteriskSetup): string[] {
  const { trusted } = setup;
  if (trusted.length === 0) return [];
  return [
    `; Calls from these addresses need no password.
[caller]
${renderEndpoint(setup)}
${BY_ADDRESS}
context=incoming
dtmf_mode=auto
[caller]
type=identify
endpoint=caller
${trusted.map((network) => `match=${network}`).join('\n')}`,
  ];
}

function renderTelephone({ name, reach }: Telephone, setup: AsteriskSetup): string {
  const common = `[${name}]
${renderEndpoint(setup)}
context=incoming
dtmf_mode=auto
aors=${name}`;
  if ('address' in reach) return `${common}\n${BY_ADDRESS}\n[${name}]\ntype=aor\ncontact=${reach.address}`;
  return `; Registers with this user name and password; calls can be connected to it.
${common}
auth=${name}-auth
identify_by=username,auth_username
[${name}-auth]
type=auth
auth_type=digest
username=${name}
password=${reach.password}
[${name}]
type=aor
max_contacts=1
remove_existing=yes`;
}
