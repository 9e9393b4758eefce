import type { EventOutcome } from '../../domain/conversation/outcome.ts';
import { type InutilizationAnswer, readRetConsStatServ, readRetInutNFe } from '../../domain/sefaz/answers.ts';
import { inutilizationOutcomeOf, obstacleOf } from '../../domain/sefaz/outcomes.ts';

/** One answer about a range of numbers: its result where it answers the range itself, and what follows. */
export type RangeAnswer = {
  cStat: string;
  xMotivo: string;
  result: InutilizationAnswer | null;
  outcome: EventOutcome | null;
};

/** The answer to the range. */
export function readInutilization(raw: string): RangeAnswer {
  const result = readRetInutNFe(raw);
  return { cStat: result.cStat, xMotivo: result.xMotivo, result, outcome: inutilizationOutcomeOf(result.cStat) };
}

/** The answer to a question about the service: it says nothing of a range, and at most names an obstacle. */
export function readServiceStatus(raw: string): RangeAnswer {
  const { cStat, xMotivo } = readRetConsStatServ(raw);
  return { cStat, xMotivo, result: null, outcome: obstacleOf(cStat) };
}
