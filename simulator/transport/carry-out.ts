import type { Exchange, Outcome } from '../control/exchanges.ts';
import type { Scenarios, Subject } from '../control/scenarios.ts';
import type { Answer, Ending } from './counter.ts';

/** One message of any counter. What it registers must be on the disk when `perform` resolves. */
export type Visit = {
  subject: Subject;
  /** What was noted of the message, one entry for each thing that it is about. */
  noted: readonly Exchange[];
  perform: () => Promise<Answer>;
  /** The counter's own form of an HTTP error. */
  failure: (status: number) => Answer;
};

/** Carries out a message with all effects of scenarios on the connection, and notes how it ended. */
export async function carryOut(scenarios: Scenarios, visit: Visit): Promise<Ending> {
  const ending = interruption(scenarios, visit) ?? (await answer(scenarios, visit));
  for (const exchange of visit.noted) exchange.outcome = outcomeOf(ending);
  return ending;
}

function interruption(scenarios: Scenarios, { subject, failure }: Visit): Ending | undefined {
  if (scenarios.take('drop', subject, (when) => when === 'before')) return 'dropped';
  if (scenarios.take('reset', subject)) return 'reset';
  if (scenarios.take('hang', subject)) return 'hung';
  const status = scenarios.take('httpStatus', subject);
  return status === undefined ? undefined : failure(status);
}

async function answer(scenarios: Scenarios, { subject, perform }: Visit): Promise<Ending> {
  const performed = await perform();
  await scenarios.holdBack(subject);
  if (scenarios.take('drop', subject, (when) => when === 'after')) return 'dropped';
  return scenarios.take('cut', subject) ? { ...performed, cut: true } : performed;
}

function outcomeOf(ending: Ending): Outcome {
  if (typeof ending === 'string') return ending;
  return ending.cut ? 'cut' : 'answered';
}
