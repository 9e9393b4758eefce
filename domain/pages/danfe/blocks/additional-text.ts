import { child, children, textOf, type XmlElement } from '../../../xml/reader.ts';
import { accessKeyMask } from '../../../masks.ts';
import { dayAndTime } from '../../../moments.ts';
import { isNonZero, money } from '../../html/numbers.ts';
import type { AuthorizedNote } from '../authorized-note.ts';
import { remainingInstalments } from './billing.ts';
import { contingencyTexts } from './contingency-texts.ts';
import { tradeTexts } from './trade-texts.ts';

/**
 * The event that cancelled a note: its protocol, and when it was registered as the authority wrote it, both empty where only the fact is
 * known. `isReplaced` where another note took its place, which the printed form of an NFS-e tells apart.
 */
export type Cancellation = { protocol: string; at: string; isReplaced?: boolean };

/**
 * Totals without a field of their own, which go into the complementary information (MOC 7.0 Anexo II §3.6), each with the words by which the
 * issuer's own text tells the same amount: it is not told twice.
 */
const totalsInWords: { tag: string; words: string; told: RegExp }[] = [
  { tag: 'vICMSDeson', words: 'Valor do ICMS desonerado', told: /desonera/i },
  { tag: 'vFCP', words: 'Valor do FCP', told: /FCP|combate à pobreza/i },
  { tag: 'vFCPST', words: 'Valor do FCP ST', told: /FCP|combate à pobreza/i },
  { tag: 'vFCPSTRet', words: 'Valor do FCP retido anteriormente por ST', told: /FCP|combate à pobreza/i },
  { tag: 'vFCPUFDest', words: 'Valor do FCP da UF de destino', told: /FCP|combate à pobreza/i },
  { tag: 'vICMSUFDest', words: 'Valor do ICMS interestadual para a UF de destino', told: /DIFAL|UF de destino/i },
  { tag: 'vICMSUFRemet', words: 'Valor do ICMS interestadual para a UF do remetente', told: /DIFAL|UF do remetente/i },
  { tag: 'vICMSMono', words: 'Valor do ICMS monofásico', told: /monofásico/i },
  { tag: 'vICMSMonoReten', words: 'Valor do ICMS monofásico sujeito a retenção', told: /monofásico/i },
  { tag: 'vICMSMonoRet', words: 'Valor do ICMS monofásico retido anteriormente', told: /monofásico/i },
  { tag: 'vII', words: 'Valor do II', told: /imposto de importação|\bII\b/i },
  { tag: 'vIPIDevol', words: 'Valor do IPI devolvido', told: /IPI devolvido|devolução do IPI/i },
];

/** The paragraphs of "informações complementares", in the order in which they are printed. */
export function additionalText(note: AuthorizedNote, cancelled?: Cancellation): string[] {
  const { infNFe } = note;
  const additional = child(infNFe, 'infAdic');
  const instalments = remainingInstalments(note);
  return [
    cancelled && `NF-e CANCELADA${registration(cancelled)}`,
    ...contingencyTexts(note),
    additional && textOf(additional, 'infAdFisco'),
    additional && textOf(additional, 'infCpl'),
    ...(additional ? children(additional, 'obsCont').map(remark) : []),
    ...references(infNFe),
    ...tradeTexts(infNFe),
    ...totals(infNFe),
    approximateTaxes(infNFe),
    instalments.length > 0 && `Demais duplicatas: ${instalments.join('; ')}`,
  ].filter((paragraph): paragraph is string => Boolean(paragraph));
}

function registration({ protocol, at }: Cancellation): string {
  return protocol && ` - Protocolo ${protocol} em ${dayAndTime(at)}`;
}

function remark(observation: XmlElement): string {
  return `${observation.attributes['xCampo'] ?? ''}: ${textOf(observation, 'xTexto') ?? ''}`;
}

function references(infNFe: XmlElement): string[] {
  const ide = child(infNFe, 'ide');
  const keys = (ide ? children(ide, 'NFref') : []).flatMap((reference) => textOf(reference, 'refNFe') ?? []);
  return keys.length > 0 ? [`NF-e referenciada: ${keys.map(accessKeyMask).join('; ')}`] : [];
}

function totals(infNFe: XmlElement): string[] {
  const own = ['infAdFisco', 'infCpl'].map((tag) => textOf(infNFe, 'infAdic', tag) ?? '').join(' ');
  return totalsInWords.flatMap(({ tag, words, told }) => {
    const value = textOf(infNFe, 'total', 'ICMSTot', tag);
    return isNonZero(value) && !(told.test(own) && hasAmount(own, value)) ? [`${words}: R$ ${money(value)}`] : [];
  });
}

/** Whether the text has the amount, with dots between thousands or without. */
function hasAmount(text: string, value: string): boolean {
  const amounts = text.replaceAll('.', '').matchAll(/\d+,\d+/g);
  return [...amounts].some(([amount]) => amount === value.replace('.', ','));
}

/** Lei 12.741/2012, unless the issuer's own words already say it. */
function approximateTaxes(infNFe: XmlElement): string | undefined {
  const value = textOf(infNFe, 'total', 'ICMSTot', 'vTotTrib');
  if (!isNonZero(value) || textOf(infNFe, 'infAdic', 'infCpl')?.includes('12.741')) return undefined;
  return `Valor aproximado dos tributos (Lei 12.741/2012): R$ ${money(value)}`;
}
