import { child, children, textOf, type XmlElement } from '../../../xml/reader.ts';
import { decimal, isNonZero, money } from '../../html/numbers.ts';
import type { ItemDetail } from './item-detail.ts';

/** What cBenef says where there is no benefit. */
const noBenefit = 'SEM CBENEF';

/** Benefits of the ICMS (I05f, N28), its funds (N17, N23) and what was retained before (N26), and IPI that is given back (UA01). */
export function benefitDetails(det: XmlElement): ItemDetail[] {
  const group = child(det, 'imposto', 'ICMS')?.children[0];
  return [
    ...codes(child(det, 'prod')),
    ...(group ? [...exempted(group), ...funds(group), ...retained(group)] : []),
    ...returnedIpi(child(det, 'impostoDevol')),
  ];
}

function codes(product: XmlElement | undefined): ItemDetail[] {
  if (!product) return [];
  const benefit = textOf(product, 'cBenef');
  const credits = children(product, 'gCred').map((credit): ItemDetail => {
    const of = (tag: string) => textOf(credit, tag);
    const code = of('cCredPresumido');
    const amounts = `${decimal(of('pCredPresumido'), 2)}% ${money(of('vCredPresumido'))}`;
    return { words: `crédito presumido ${code ?? ''} ${amounts}`, mark: code };
  });
  return [...(benefit && benefit !== noBenefit ? [{ words: `cBenef ${benefit}`, mark: benefit }] : []), ...credits];
}

function exempted(group: XmlElement): ItemDetail[] {
  const isDeducted = textOf(group, 'indDeduzDeson') === '1';
  return [
    ...exemption('ICMS', textOf(group, 'vICMSDeson'), [reason(group, 'motDesICMS'), isDeducted ? 'deduzido' : '']),
    ...exemption('ICMS-ST', textOf(group, 'vICMSSTDeson'), [reason(group, 'motDesICMSST')]),
  ];
}

function reason(group: XmlElement, tag: string): string {
  const code = textOf(group, tag);
  return code ? `motivo ${code}` : '';
}

function exemption(tax: string, value: string | undefined, remarks: readonly string[]): ItemDetail[] {
  if (!isNonZero(value)) return [];
  const told = remarks.filter(Boolean).join(', ');
  return [{ words: `${tax} desonerado ${money(value)}${told && ` (${told})`}` }];
}

function funds(group: XmlElement): ItemDetail[] {
  return [...fund('FCP', group, 'FCP'), ...fund('FCP-ST', group, 'FCPST')];
}

function fund(name: string, group: XmlElement, suffix: string): ItemDetail[] {
  const value = textOf(group, `v${suffix}`);
  const base = textOf(group, `vBC${suffix}`);
  const rate = `${decimal(textOf(group, `p${suffix}`), 2)}%`;
  if (!isNonZero(value)) return [];
  return [{ words: [name, base && `BC ${money(base)}`, rate, money(value)].filter(Boolean).join(' ') }];
}

function retained(group: XmlElement): ItemDetail[] {
  const [base, value] = [textOf(group, 'vBCSTRet'), textOf(group, 'vICMSSTRet')];
  if (!isNonZero(base) && !isNonZero(value)) return [];
  return [{ words: `ICMS-ST retido anteriormente: BC ${money(base)}, valor ${money(value)}` }];
}

function returnedIpi(group: XmlElement | undefined): ItemDetail[] {
  const value = group && textOf(group, 'IPI', 'vIPIDevol');
  if (!group || !isNonZero(value)) return [];
  return [{ words: `IPI devolvido ${decimal(textOf(group, 'pDevol'), 2)}% ${money(value)}` }];
}
