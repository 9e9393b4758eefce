import { documentTypes, traitsOf } from '../../domain/document-types.ts';
import type { DeliveredEvent, Heard, SignatureVerdict } from './heard.ts';

const verdicts: Record<SignatureVerdict, string> = {
  VALID: 'assinatura válida',
  INVALID: 'ASSINATURA INVÁLIDA',
  UNCHECKED: 'assinatura não conferida',
};
/** By document type and, of ranges of numbers, by model. */
const titles = new Map<string, string>(
  documentTypes.flatMap((type) => {
    const { title, model } = traitsOf[type];
    return [[type, title] as const, ...(model === null ? [] : [[model, title] as const])];
  }),
);
/** Longer texts do not help at a terminal. */
const widest = 120;

/** One delivery as a line: time, type, id, what it is about, whether it is genuine, whether it came before, and the answer. */
export function heardInWords({ receivedAt, type, eventId, signature, occurrence, answered, event }: Heard): string {
  const time = new Date(receivedAt).toLocaleTimeString('pt-BR');
  const subject = event ? subjectOf(event) : 'o corpo não é um evento';
  const repeated = occurrence > 1 ? `, repetido (${occurrence}ª vez)` : '';
  const facts = [time, type.padEnd(20), eventId ?? '-', subject].map(printable);
  return `${facts.filter((fact) => fact !== '').join('  ')}  ${verdicts[signature]}${repeated} → ${answered}`;
}

function subjectOf({ data }: DeliveredEvent): string {
  const { type, model, series, number, accessKey, startNumber, endNumber, message, rejectionReason } = data;
  if (message !== undefined) return text(message);
  const title = titles.get(text(type ?? model)) ?? text(type ?? model);
  if (startNumber !== undefined) return `${title} série ${text(series)}, ${text(startNumber)} a ${text(endNumber)}`;
  const place = number === null ? 'sem número' : `${text(series)}/${text(number)}`;
  return [title, place, text(accessKey), text(rejectionReason)].filter((part) => part !== '').join(' ');
}

function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Anybody may have sent it: nothing in it is an instruction to the terminal. */
function printable(fact: string): string {
  const clean = fact.replace(/\p{C}/gu, '?');
  return clean.length > widest ? `${clean.slice(0, widest)}…` : clean;
}
