import process from 'node:process';

/** The user and group that nothing belongs to on every Unix of today. */
const NOBODY = 65_534;

/** Does something as somebody whom the rights of files bind, which they do not for root. */
export function withoutRights(work: () => void): void {
  const { geteuid, seteuid } = process;
  if (geteuid === undefined || seteuid === undefined || geteuid() !== 0) {
    work();
    return;
  }
  seteuid(NOBODY);
  try {
    work();
  } finally {
    seteuid(0);
  }
}
