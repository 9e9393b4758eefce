import table from '../../../tables/c-benef-rules.json' with { type: 'json' };
import type { Operation } from '../operation.ts';

/** What of an operation decides whether a rule is for it. */
type Judged = Pick<Operation, 'issuerState' | 'model' | 'date' | 'purpose' | 'direction' | 'destination'>;

/** Rules of the authority about benefits that each state turns on or off, by their cStat (NT 2019.001 v1.70 §3.6.1). */
export type BenefitRule = '664' | '665' | '666' | '928' | '929' | '930' | '931' | '934' | '946';

type StateRule = { from: Partial<Record<string, string>>; except: string[] };

const states: ReadonlyMap<string, Partial<Record<string, StateRule>>> = new Map(Object.entries(table.states));

/** Whether the issuer's state judges an operation by the rule, on the operation's day. */
export function isJudgedBy(rule: BenefitRule, operation: Judged): boolean {
  const { issuerState, model, date } = operation;
  const judged = states.get(issuerState)?.[rule];
  const since = judged?.from[model];
  if (!judged || since === undefined || date < since) return false;
  return !['E1', ...judged.except].some((exception) => isExcepted(exception, operation));
}

/** E1 holds in every state. */
function isExcepted(exception: string, { purpose, direction, destination }: Judged): boolean {
  switch (exception) {
    case 'E1':
      return purpose === 'RETURN' && destination !== '1';
    case 'E2':
      return purpose === 'RETURN';
    case 'E3':
      return purpose === 'ADJUSTMENT';
    case 'E4':
      return direction === 'IN';
    default:
      throw new TypeError(`The table of rules has an exception that is not known: ${exception}`);
  }
}
