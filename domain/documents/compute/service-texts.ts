import type { Fault } from '../../faults.ts';
import { cleanText } from '../../xml/clean-text.ts';
import type { ServicePayload } from '../payload.ts';
import type { ResolvedServiceLine } from './service-lines.ts';

/** xDescServ and xInfComp (TSDesc2000, TSDescInfCompl). */
const atMost = 2000;

/** xDescServ: the description that all items resolve to, else a line each: what the item resolves to, or its own. */
export function descriptionOf({ items }: ServicePayload, lines: ResolvedServiceLine[]): string {
  const resolved = lines.map(({ trace }) => trace.serviceDescription?.value);
  const [first] = resolved;
  if (first && resolved.every((text) => text === first)) return cleanLines(first);
  return items.map(({ description }, index) => cleanText(resolved[index] ?? description)).join('\n');
}

/** xInfComp: what the caller says of the whole, then of each item; it has no line ends. */
export function additionalInfoOf({ additionalInfo, items }: ServicePayload): string | null {
  const texts = [additionalInfo, ...items.map((item) => item.additionalInfo)].map((text) => cleanText(text ?? ''));
  return texts.filter((text) => text !== '').join(' ') || null;
}

/** What the items' texts add up to must fit, too. */
export function textFaults(payload: ServicePayload, lines: ResolvedServiceLine[]): Fault[] {
  const tooLong = (text: string, path: string): Fault[] => {
    const excess = text.length - atMost;
    if (excess <= 0) return [];
    const message = `Juntos, os textos dos itens passam de ${atMost} caracteres: abrevie-os em ${excess}.`;
    return [{ code: 'validation_error', path, message }];
  };
  return [
    ...tooLong(descriptionOf(payload, lines), 'items'),
    ...tooLong(additionalInfoOf(payload) ?? '', 'additionalInfo'),
  ];
}

/** The layout keeps line ends here (TSStringComQuebraDeLinha). */
function cleanLines(text: string): string {
  return text.split(/\r?\n/).map(cleanText).join('\n').trim();
}
