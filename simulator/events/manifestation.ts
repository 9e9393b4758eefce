import { conclusionsOf, type EventKind, eventKind, type EventRule, isInForce } from './event.ts';

const dayMs = 24 * 3_600_000;
const mostConclusions = 2;

type Manifestation = { tpEvento: string; title: string; days: number; rules: readonly EventRule[] };

const afterConclusion: EventRule = {
  cStat: 655,
  breaks: (_event, context) => conclusionsOf(context.registered).length > 0,
};

const tooManyConclusions: EventRule = {
  cStat: 573,
  breaks: (_event, context) => conclusionsOf(context.registered).length >= mostConclusions,
};

/** Manifestations of the recipient of an NF-e, at the national environment (NT 2020.001 v1.60; MOC 7.0 §5.12). */
export const manifestations: readonly EventKind[] = [
  kind({ tpEvento: '210200', title: 'Confirmacao da Operacao', days: 90, rules: [tooManyConclusions] }),
  kind({
    tpEvento: '210210',
    title: 'Ciencia da Operacao',
    days: 10,
    rules: [{ cStat: 650, breaks: (_event, { note, registered }) => !isInForce(note, registered) }, afterConclusion],
  }),
  kind({
    tpEvento: '210220',
    title: 'Desconhecimento da Operacao',
    days: 90,
    rules: [{ cStat: 651, breaks: (_event, { note, registered }) => !isInForce(note, registered) }, tooManyConclusions],
  }),
  kind({ tpEvento: '210240', title: 'Operacao nao Realizada', days: 90, rules: [tooManyConclusions] }),
];

function kind({ tpEvento, title, days, rules }: Manifestation): EventKind {
  return eventKind({
    tpEvento,
    title,
    receiver: 'national',
    model: '55',
    author: 'recipient',
    highestSequence: 2,
    stateRules: [
      {
        cStat: 596,
        breaks: (_event, { note, at }) =>
          note !== undefined && at.getTime() - Date.parse(note.dhRecbto) > days * dayMs && `${days} dias`,
      },
      ...rules,
    ],
  });
}
