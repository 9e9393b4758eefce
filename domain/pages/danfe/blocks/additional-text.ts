import { child, children, textOf, type XmlElement } from '../../../xml/reader.ts';
import { accessKeyMask } from '../../html/masks.ts';
import { dayAndTime } from '../../html/moments.ts';
import { isNonZero, money } from '../../html/numbers.ts';
import type { AuthorizedNote } from '../authorized-note.ts';
import { remainingInstalments } from './billing.ts';

/**
 * The event that cancelled a note: its protocol, and when it was registered as the authority wrote it, both empty where only the fact is
 * known. `isReplaced` where another note took its place, which the printed form of an NFS-e tells apart.
 */
export type Cancellation = { protocol: string; at: string; isReplaced?: boolean };

/** Totals without a field of their own, which go into the complementary information (MOC 7.0 Anexo II §3.6). */
const totalsInWords: [string, string][] = [
  ['vICMSDeson', 'Valor do ICMS desonerado'],
  ['vFCP', 'Valor do FCP'],
  ['vFCPST', 'Valor do FCP ST'],
  ['vFCPSTRet', 'Valor do FCP retido anteriormente por ST'],
  ['vFCPUFDest', 'Valor do FCP da UF de destino'],
  ['vICMSUFDest', 'Valor do ICMS interestadual para a UF de destino'],
  ['vICMSUFRemet', 'Valor do ICMS interestadual para a UF do remetente'],
];

/** The paragraphs of "informações complementares", in the order in which they are printed. */
export function additionalText(note: AuthorizedNote, cancelled?: Cancellation): string[] {
  const { infNFe } = note;
  const additional = child(infNFe, 'infAdic');
  const instalments = remainingInstalments(note);
  return [
    cancelled && `NF-e CANCELADA${registration(cancelled)}`,
    textOf(infNFe, 'ide', 'tpEmis') === '4' &&
      'DANFE impresso em contingência - EPEC regularmente recebida pela Receita Federal do Brasil',
    additional && textOf(additional, 'infAdFisco'),
    additional && textOf(additional, 'infCpl'),
    ...(additional ? children(additional, 'obsCont').map(remark) : []),
    ...references(infNFe),
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
  return totalsInWords.flatMap(([tag, words]) => {
    const value = textOf(infNFe, 'total', 'ICMSTot', tag);
    return isNonZero(value) ? [`${words}: R$ ${money(value)}`] : [];
  });
}

/** Lei 12.741/2012, unless the issuer's own words already say it. */
function approximateTaxes(infNFe: XmlElement): string | undefined {
  const value = textOf(infNFe, 'total', 'ICMSTot', 'vTotTrib');
  if (!isNonZero(value) || textOf(infNFe, 'infAdic', 'infCpl')?.includes('12.741')) return undefined;
  return `Valor aproximado dos tributos (Lei 12.741/2012): R$ ${money(value)}`;
}
