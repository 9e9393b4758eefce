import { commandOf } from '../../domain/conversation/remedy.ts';
import { attention } from '../waits/attention.ts';
import type { AttentionItem, AttentionKind, AttentionThing } from '../waits/attention/attention-item.ts';
import { ageOf } from '../../domain/fiscal-time.ts';
import { type DoctorFinding, findingsOf, type ReadOverAll } from './finding.ts';

/** How many waits are reported one by one; of the others only the number is. */
const told = 5;
/** How many waits are read at most. */
const looked = 1_000;
/** A wait that is longer than this is reported. */
const patienceMs = 10 * 60_000;

/** Kinds of waits that only a person can end. */
const stopped: ReadonlySet<AttentionKind> = new Set([
  ...(['PERSON', 'CERTIFICATE', 'OURS'] as const),
  ...(['REJECTED_IN_CONTINGENCY', 'REPLACED_NOTE'] as const),
]);
/** Things that other checks report. */
const toldElsewhere: ReadonlySet<AttentionThing> = new Set([
  ...(['certificate', 'distribution', 'webhook', 'regime'] as const),
  // Differences of books concern the company, and keep nothing from being issued.
  'difference',
]);

/** Whether anything has stopped, waits too long, or is silenced by an authority; `company` restricts this to one. */
export async function checkWaits(
  look: ReadOverAll,
  company: { id: string; taxId: string } | null,
  now: Date,
): Promise<DoctorFinding[]> {
  const { items, total, totals } = await look((em) => attention(em, { company, atMost: looked, now }));
  // A failed closing is made again by its office.
  const here = items.filter(({ what, kind }) => !toldElsewhere.has(what) && kind !== 'CLOSING_FAILED');
  const bad = here.filter((item) => isBad(item, now));
  return [...standing(bad, { here, now, isAll: total <= looked }), ...webhooks(totals.webhook)];
}

type Standing = { here: AttentionItem[]; now: Date; isAll: boolean };

function standing(bad: AttentionItem[], { here, now, isAll }: Standing): DoctorFinding[] {
  const { ok, failure } = findingsOf('waits');
  if (bad.length === 0) return [ok(here.length === 0 ? 'nada espera' : `${here.length} em espera há pouco tempo`)];
  const more = bad.length - told;
  return [
    ...bad.slice(0, told).map((item) => findingOf(item, now)),
    ...(more > 0 ? [failure(`e mais ${more}${isAll ? '' : ' ao menos'}`, 'lavra attention')] : []),
  ];
}

/** How many webhooks fail. It is only a warning, because their receivers belong to the customers. */
function webhooks(count: number): DoctorFinding[] {
  const { warning } = findingsOf('webhooks');
  return count === 0
    ? []
    : [warning(`${count} webhook(s) desativados por falhas, ou que falham`, 'lavra webhooks list')];
}

function isBad({ what, kind, since }: AttentionItem, now: Date): boolean {
  return what === 'silence' || stopped.has(kind) || now.getTime() - since.getTime() > patienceMs;
}

function findingOf(item: AttentionItem, now: Date): DoctorFinding {
  const { company, title, reason, until, remedy, kind } = item;
  const { failure } = findingsOf('waits', company ?? undefined);
  const decision = kind === 'PERSON' ? 'À ESPERA DA DECISÃO DE UMA PESSOA: ' : '';
  const time = until === null ? 'nada a fazer além de esperar' : `espera sozinho até ${until.toISOString()}`;
  return failure(`${decision}${title}, ${ageOf(item, now)}: ${reason}`, commandOf(remedy) ?? time);
}
