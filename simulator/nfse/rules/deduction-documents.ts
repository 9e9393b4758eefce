import { keyDigit } from '../../rules/check-digits.ts';
import { amount } from '../../rules/amount.ts';
import { wrongCnpj, wrongCpf } from '../../rules/party.ts';
import type { Element } from '../../xml/element.ts';
import { child, children, textOf } from '../../xml/element.ts';
import { nfseKey } from '../key.ts';
import { isMunicipality } from '../places.ts';
import type { Dps } from '../read-dps.ts';
import {
  hasUnknownMunicipality,
  hasUnsaidNif,
  hasWrongCountry,
  isBrazilian,
  lacksAddressAbroad,
  lacksBrazilianAddress,
} from './person.ts';
import type { DpsContext, NfseRule } from './rule.ts';
import { has, isOneOf, rule } from './rule.ts';

const other = '99';

/** Group vDedRed/documentos: each document that lowers the base, and who supplied it. */
export const deductionDocumentRules: readonly NfseRule[] = [
  documentRule('E0455', (one) => has(one, 'chNFSe') && nfseKey(textOf(one, 'chNFSe') ?? '') === undefined),
  documentRule('E0456', (one, _dps, context) => has(one, 'chNFSe') && registered(one, context) === undefined),
  documentRule('E0458', (one, _dps, context) => registered(one, context)?.ended === true),
  documentRule('E0460', (one) => {
    const key = textOf(one, 'chNFe');
    return key !== undefined && keyDigit(key.slice(0, 43)) !== key.slice(43);
  }),
  documentRule('E0466', (one) => {
    const cMun = textOf(one, 'NFSeMun', 'cMunNFSeMun');
    return cMun !== undefined && !isMunicipality(cMun);
  }),
  documentRule('E0468', (one) => isOneOf(one, 'tpDedRed', other) && !has(one, 'xDescOutDed')),
  documentRule('E0470', (one) => !isOneOf(one, 'tpDedRed', other) && has(one, 'xDescOutDed')),
  documentRule('E0472', (one, { dCompet }) => (textOf(one, 'dtEmiDoc') ?? '') > dCompet),
  documentRule('E0474', (one) => amount(one, 'vDeducaoReducao').gt(amount(one, 'vDedutivelRedutivel'))),
  documentRule('E0476', (one, { valores }) =>
    amount(one, 'vDeducaoReducao').gt(amount(valores, 'vServPrest', 'vServ')),
  ),
  documentRule('E0477', (one) => !has(one, 'chNFSe') && !has(one, 'chNFe') && !has(one, 'fornec')),
  documentRule('E0478', (one) => wrongCnpj(supplier(one))),
  documentRule('E0484', (one) => wrongCpf(supplier(one))),
  documentRule('E0490', (one) => hasUnsaidNif(supplier(one))),
  documentRule('E0492', (one) => isBrazilian(supplier(one)) && lacksBrazilianAddress(supplier(one))),
  documentRule('E0494', (one) => hasUnknownMunicipality(supplier(one))),
  documentRule('E0498', (one) => lacksAddressAbroad(supplier(one))),
  documentRule('E0499', (one) => hasWrongCountry(supplier(one))),
];

/** A rule about each document; one that breaks it is enough. */
function documentRule(
  code: NfseRule['code'],
  breaks: (document: Element, dps: Dps, context: DpsContext) => boolean,
): NfseRule {
  return rule(code, (dps, context) =>
    children(child(dps.valores, 'vDedRed', 'documentos'), 'docDedRed').some((one) => breaks(one, dps, context)),
  );
}

function registered(document: Element, context: DpsContext): ReturnType<DpsContext['note']> {
  return context.note(textOf(document, 'chNFSe') ?? '');
}

function supplier(document: Element): Element | undefined {
  return child(document, 'fornec');
}
