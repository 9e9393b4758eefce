/**
 * A rule of the simulated authority: what it does differently, for which messages, and how often, in the form of `simulator/control/scenarios.ts`.
 */
export type SimulatedRule = {
  cnpj?: string;
  service?: string;
  times?: number;
  latencyMs?: number;
  drop?: 'before' | 'after';
  paused?: { cStat: number };
  answer?: { cStat: number };
};

/** The control of the simulated authority. */
export type SimulatorControl = {
  /** The rules that still apply. */
  rules(): Promise<SimulatedRule[]>;
  /** Adds a rule. @returns false where the simulator does not know its code */
  add(rule: SimulatedRule): Promise<boolean>;
  /** Removes all rules; what they held back goes on. */
  clear(): Promise<void>;
};
