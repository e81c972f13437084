/** Returns the CPU time of the process, ms. Unlike the time of day it does not depend on what else the machine does. */
export function readCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
