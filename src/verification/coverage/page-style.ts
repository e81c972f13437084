/** How the page looks, on light and on dark screens. */
export const pageStyle = `
:root { color-scheme: light dark; --paper: #fff; --ink: #1c1f23; --faint: #656d76; --rule: #d8dee4; --soft: #f6f8fa;
  --good: #1a7f37; --fair: #9a6700; --bad: #cf222e; --bad-paper: #ffebe9; --fair-paper: #fff8c5; }
@media (prefers-color-scheme: dark) { :root { --paper: #16191d; --ink: #e8eaed; --faint: #8b949e; --rule: #30363d;
  --soft: #1f242b; --good: #3fb950; --fair: #d29922; --bad: #ff7b72; --bad-paper: #3c1618; --fair-paper: #372a08; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem; max-width: 110rem; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.4rem; } h2 { margin-top: 3rem; border-top: 1px solid var(--rule); padding-top: 1rem; font-size: 1.2rem; }
h3 { font-size: 1rem; }
a { color: inherit; }
table { border-collapse: collapse; }
th, td { padding: .2rem .8rem .2rem 0; text-align: left; vertical-align: top; }
thead th { border-bottom: 1px solid var(--rule); color: var(--faint); font-weight: normal; }
td.share { white-space: pre; text-align: right; font-variant-numeric: tabular-nums; }
.good { color: var(--good); } .fair { color: var(--fair); } .poor { color: var(--bad); font-weight: 600; }
.faint { color: var(--faint); }
.beside { display: flex; flex-wrap: wrap; gap: 2rem; align-items: flex-start; }
.beside > figure { flex: 2 1 36rem; } .beside > div { flex: 1 1 24rem; }
figure { margin: 0; overflow: auto; max-height: 90vh; border: 1px solid var(--rule); border-radius: 6px; }
figure svg { max-width: 100%; height: auto; }
pre { margin: 0; overflow: auto; border: 1px solid var(--rule); border-radius: 6px; padding: .5rem 0;
  font: 13px/1.5 ui-monospace, monospace; }
pre > span { display: block; padding-right: 1rem; scroll-margin-top: 40vh; min-width: max-content; }
pre i { display: inline-block; padding-right: 1rem; text-align: right; font-style: normal; color: var(--faint);
  user-select: none; }
pre i.number { width: 3.5rem; } pre i.hits { width: 5rem; }
pre > .none { background: var(--bad-paper); } pre > .none i.hits { color: var(--bad); }
pre > .part { background: var(--fair-paper); } pre > .part i.hits { color: var(--fair); }
pre > .full i.hits { color: var(--good); }
pre > span:target { outline: 2px solid var(--ink); outline-offset: -2px; }
`;
