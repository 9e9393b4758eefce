/** What the simulated authority does differently: for which messages, and how often. As `simulator/control/scenarios.ts` takes it. */
export type SimulatedRule = {
  cnpj?: string;
  service?: string;
  times?: number;
  latencyMs?: number;
  drop?: 'before' | 'after';
  paused?: { cStat: number };
  answer?: { cStat: number };
};

/** The simulated authority as somebody who tries Lavra out steers it. */
export type SimulatorControl = {
  /** The rules that still apply. */
  rules(): Promise<SimulatedRule[]>;
  /** @returns whether it was taken: the simulator knows the code */
  add(rule: SimulatedRule): Promise<boolean>;
  /** Ends all of them: what they held back goes on. */
  clear(): Promise<void>;
};
