/** A measure of the console beside its floor. */
export interface ConsoleFigure {
  measure: string;
  /** Budget, in the unit of the figures. */
  budget: string;
  floor: number;
  ours: number;
  /** CPU time of the main thread: for each opening, view or key, or in a second of frames; absent where nothing is comparable. */
  floorCpuMs?: number;
  cpuMs?: number;
}
