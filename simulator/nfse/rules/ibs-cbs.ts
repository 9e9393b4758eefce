import { hasBegun } from '../../law-calendar.ts';
import { amount } from '../../rules/amount.ts';
import { type Classification, classifications, situations } from '../../rules/ibs-cbs/classification.ts';
import { wrongCnpj, wrongCpf } from '../../rules/party.ts';
import { child, children, type Element, textOf } from '../../xml/element.ts';
import { nfseKey } from '../key.ts';
import { isMunicipality } from '../places.ts';
import type { Dps } from '../read-dps.ts';
import { isConstruction, subitemOf } from '../services.ts';
import { hasUnknownMunicipality, hasWrongEmail } from './parties.ts';
import { type DpsContext, has, isOneOf, type NfseRule, onlyIf, rule } from './rule.ts';
import { isAbroad } from './service.ts';

const sinceVersion = '1.01';
/** cIndOp of operations with property. */
const withProperty = ['020101', '020201', '020301'];
/** Services that must say how they are paid, besides services for the state: 10.05, 15.09, 17.12, 25.05. */
const saysPayment = ['1005', '1509', '1712', '2505'];
/** Kinds of payment, before or after the service, that name another note. */
const namesOtherNote = ['2', '3'];
const other = '99';

/** Group IBSCBS: the operation, its recipient and its property. */
const operationRules: readonly NfseRule[] = [
  rule('E0850', ({ dCompet }, { environment }) => !hasBegun('SERVICE_TAX_GROUP_OF_THE_REFORM', environment, dCompet)),
  rule('E0854', ({ versao }) => versao < sinceVersion),
  rule('E0903', (dps) => mustSayPayment(dps) && !has(dps.IBSCBS, 'tpOper')),
  rule('E0904', (dps) => !mustSayPayment(dps) && has(dps.IBSCBS, 'tpOper')),
  rule('E0905', ({ IBSCBS }) => isOneOf(IBSCBS, 'tpOper', ...namesOtherNote) && !has(IBSCBS, 'gRefNFSe')),
  rule('E0906', ({ IBSCBS }) => !isOneOf(IBSCBS, 'tpOper', ...namesOtherNote) && has(IBSCBS, 'gRefNFSe')),
  rule('E0907', ({ IBSCBS }) =>
    children(child(IBSCBS, 'gRefNFSe'), 'refNFSe').some(({ text }) => nfseKey(text) === undefined),
  ),
  rule('E0910', ({ IBSCBS }) => has(IBSCBS, 'dest') && !isOneOf(IBSCBS, 'indDest', '1')),
  rule('E0911', (dps) => wrongCnpj(recipient(dps))),
  rule('E0913', (dps) => wrongCpf(recipient(dps))),
  rule('E0920', (dps) => hasUnknownMunicipality(recipient(dps))),
  rule('E0930', (dps) => hasWrongEmail(recipient(dps))),
  rule('E0931', ({ IBSCBS, cTribNac }) => has(IBSCBS, 'imovel') && isConstruction(cTribNac)),
  rule('E0932', (dps) => isWithProperty(dps) && !isConstruction(dps.cTribNac) && !has(dps.IBSCBS, 'imovel')),
  rule('E0928', (dps) => has(dps.IBSCBS, 'imovel') && !isConstruction(dps.cTribNac) && !isWithProperty(dps)),
  rule(
    'E0934',
    (dps) => isAbroad(dps) && has(dps.IBSCBS, 'imovel', 'end') && !has(dps.IBSCBS, 'imovel', 'end', 'endExt'),
  ),
  rule('E0935', (dps) => !isAbroad(dps) && has(dps.IBSCBS, 'imovel', 'end', 'endExt')),
];

/** Group gReeRepRes: what is passed on to others. */
const reimbursementRules: readonly NfseRule[] = [
  documentRule('E0940', (one) => {
    const kind = textOf(one, 'dFeNacional', 'tipoChaveDFe') ?? '';
    const expected = { '1': 50, '2': 44, '3': 44 }[kind];
    return expected !== undefined && textOf(one, 'dFeNacional', 'chaveDFe')?.length !== expected;
  }),
  documentRule(
    'E0942',
    (one, _dps, { environment }) =>
      has(one, 'docFiscalOutro') &&
      hasBegun('SERVICE_TAX_GROUP_OF_THE_REFORM', environment, textOf(one, 'dtCompDoc') ?? ''),
  ),
  documentRule('E0943', (one) => {
    const cMun = textOf(one, 'docFiscalOutro', 'cMunDocFiscal');
    return cMun !== undefined && !isMunicipality(cMun);
  }),
  documentRule('E0945', (one) => wrongCnpj(child(one, 'fornec'))),
  documentRule('E0947', (one) => wrongCpf(child(one, 'fornec'))),
  documentRule('E0950', isIssuedBeforeItsPeriod),
  documentRule('E0951', isIssuedBeforeItsPeriod),
  documentRule('E0952', (one) => has(one, 'xTpReeRepRes') && !isOneOf(one, 'tpReeRepRes', other)),
  documentRule('E0953', (one, { valores }) => amount(one, 'vlrReeRepRes').gt(amount(valores, 'vServPrest', 'vServ'))),
];

/** Group gIBSCBS: how both taxes apply. */
const classificationRules: readonly NfseRule[] = [
  rule('E0958', (dps) => !isOfServices(classification(dps, 'cClassTrib'))),
  rule('E0959', (dps) => textOf(taxes(dps), 'cClassTrib')?.slice(0, 3) !== textOf(taxes(dps), 'CST')),
  rule('E0964', (dps) => has(taxes(dps), 'gTribRegular') && classification(dps, 'cClassTrib')?.regularTax === false),
  rule('E0965', (dps) => !has(taxes(dps), 'gTribRegular') && classification(dps, 'cClassTrib')?.regularTax === true),
  ...onlyIf(
    (dps) => has(taxes(dps), 'gTribRegular'),
    [
      rule('E0969', (dps) => !isOfServices(classification(dps, 'gTribRegular', 'cClassTribReg'))),
      rule('E0970', (dps) => {
        const regular = child(taxes(dps), 'gTribRegular');
        return textOf(regular, 'cClassTribReg')?.slice(0, 3) !== textOf(regular, 'CSTReg');
      }),
    ],
  ),
  rule('E0971', (dps) => has(taxes(dps), 'gDif') && isDeferred(dps) === false),
  rule('E0972', (dps) => !has(taxes(dps), 'gDif') && isDeferred(dps) === true),
];

/** Rules about IBS and CBS, for a DPS that declares them: the group is optional until the end of 2026. */
export const ibsCbsRules: readonly NfseRule[] = onlyIf(
  ({ IBSCBS }) => IBSCBS !== undefined,
  [...operationRules, ...reimbursementRules, ...classificationRules],
);

/** A rule about each document whose amount is passed on; it is broken if any document breaks it. */
function documentRule(
  code: NfseRule['code'],
  breaks: (document: Element, dps: Dps, context: DpsContext) => boolean,
): NfseRule {
  return rule(code, (dps, context) =>
    children(child(dps.IBSCBS, 'valores', 'gReeRepRes'), 'documentos').some((one) => breaks(one, dps, context)),
  );
}

function isIssuedBeforeItsPeriod(document: Element): boolean {
  return (textOf(document, 'dtEmiDoc') ?? '') < (textOf(document, 'dtCompDoc') ?? '');
}

function recipient({ IBSCBS }: Dps): Element | undefined {
  return child(IBSCBS, 'dest');
}

function isWithProperty({ IBSCBS }: Dps): boolean {
  return isOneOf(IBSCBS, 'cIndOp', ...withProperty);
}

function mustSayPayment({ IBSCBS, cTribNac }: Dps): boolean {
  return has(IBSCBS, 'tpEnteGov') || saysPayment.includes(subitemOf(cTribNac));
}

function taxes({ IBSCBS }: Dps): Element | undefined {
  return child(IBSCBS, 'valores', 'trib', 'gIBSCBS');
}

function classification(dps: Dps, ...path: readonly string[]): Classification | undefined {
  return classifications.get(textOf(taxes(dps), ...path) ?? '');
}

function isOfServices(found: Classification | undefined): boolean {
  return found?.ofServices === true;
}

/** Whether the situation is a deferral; undefined if the situation is unknown. */
function isDeferred(dps: Dps): boolean | undefined {
  return situations.get(classification(dps, 'cClassTrib')?.situation ?? '')?.gDif;
}
