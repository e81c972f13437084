/** `modules.conf`: only what Ringflow needs is loaded. No other channel driver, no shell, no mailbox. */

/** Names of modules, by what they are for. */
const MODULES = {
  configuration: 'pbx_config res_sorcery_config res_sorcery_memory res_sorcery_astdb',
  SIP: `res_pjproject res_pjsip res_pjsip_pubsub res_pjsip_session res_pjsip_sdp_rtp res_pjsip_nat res_pjsip_acl
    res_pjsip_endpoint_identifier_ip res_pjsip_endpoint_identifier_user res_pjsip_registrar
    res_pjsip_authenticator_digest res_pjsip_outbound_authenticator_digest res_pjsip_outbound_registration
    res_pjsip_caller_id res_pjsip_rfc3326 res_pjsip_diversion res_pjsip_dtmf_info res_pjsip_header_funcs
    res_pjsip_dlg_options res_security_log chan_pjsip`,
  audio: `res_rtp_asterisk res_srtp res_crypto res_timing_timerfd res_musiconhold res_convert bridge_simple
    bridge_native_rtp bridge_softmix bridge_holding chan_bridge_media codec_ulaw codec_alaw codec_gsm codec_g722
    codec_resample format_pcm format_wav format_gsm format_sln res_curl res_http_media_cache`,
  'functions of the dial plan': 'func_callerid func_channel func_curl func_talkdetect func_timeout',
  ARI: `res_http_websocket res_websocket_client res_stasis res_stasis_answer res_stasis_device_state
    res_stasis_playback res_stasis_recording res_stasis_snoop app_stasis res_ari res_ari_model
    res_ari_applications res_ari_asterisk res_ari_bridges res_ari_channels res_ari_endpoints res_ari_events
    res_ari_playbacks res_ari_recordings res_ari_sounds`,
  streams: 'chan_websocket chan_rtp res_rtp_multicast',
};

/** Renders `modules.conf`. */
export function renderModules(): string {
  const groups = Object.entries(MODULES).map(([purpose, names]) => {
    const lines = names.split(/\s+/).map((name) => `load=${name}.so`);
    return [`; ${purpose}`, ...lines].join('\n');
  });
  return `; Only what Ringflow needs.\n[modules]\nautoload=no\n${groups.join('\n')}\n`;
}
