import type { ClientSnapshot } from '../../clients/client-input.ts';
import type { Issuer } from '../../companies/settings.ts';
import type { Model } from '../../document-types.ts';
import type { ComputedNote } from '../../documents/computed-note.ts';
import { fiscalDay } from '../../fiscal-time.ts';
import { simplesOn } from '../../taxation/simples.ts';
import { digits, element, field, group, taxIdField } from '../../xml/writer.ts';
import type { NoteIdentity } from './ide.ts';

const regimeCodes = { SIMPLES: '1', SIMPLES_EXCESS: '2', NORMAL: '3', MEI: '4' };

/** Group C: the issuer. */
export function layoutEmit(note: ComputedNote, identity: NoteIdentity): string {
  const { issuer } = note;
  const { settings } = issuer;
  return group(
    'emit',
    taxIdField(issuer.taxId), // C02, C02a
    field('xNome', issuer.name), // C03
    field('xFant', issuer.tradeName), // C04
    address(issuer), // C05
    field('IE', digits(settings.stateRegistration)), // C17
    field('IEST', substituteRegistration(note)), // C18
    municipalRegistration(issuer),
    field('CRT', regimeCodes[settings.taxRegime]), // C21
    field('tpRegimeIBSCBS', ibsCbsRegime(note, identity)), // NT 2026.005, which was not read: after the CRT by assumption (docs/decisions/0077)
  );
}

const ibsCbsRegimeCodes = { REGULAR: '1', SIMPLES_PENDING: '2', SIMPLES_EXCESS_PENDING: '3' };

/** tpRegimeIBSCBS, where the schemas have it and the company says what its CRT does not. */
function ibsCbsRegime({ issuer }: ComputedNote, { issuedAt, hasSimplesGroup }: NoteIdentity): string | null {
  const { settings } = issuer;
  const regime = simplesOn(settings, fiscalDay(issuedAt, settings.address.state)).ibsCbsRegime;
  if (!hasSimplesGroup || !regime) return null;
  const isPending = regime !== 'REGULAR';
  return isPending === (settings.taxRegime === 'NORMAL') ? ibsCbsRegimeCodes[regime] : null;
}

function address({ settings }: Issuer): string {
  const { address } = settings;
  return group(
    'enderEmit',
    field('xLgr', address.street), // C06
    field('nro', address.number), // C07
    field('xCpl', address.complement), // C08
    field('xBairro', address.neighborhood), // C09
    field('cMun', address.municipalityCode), // C10
    field('xMun', address.city), // C11
    field('UF', address.state), // C12
    field('CEP', digits(address.zipCode)), // C13
    field('cPais', '1058'), // C14
    field('xPais', 'BRASIL'), // C15
    field('fone', digits(settings.phone)), // C16
  );
}

/**
 * The issuer's registration as substitute in the state that ICMS-ST is charged for; an NFC-e has none (rule C18-10, 718). Of a vehicle that its maker bills
 * that is the dealer's, who delivers it (C18-30).
 */
function substituteRegistration(note: ComputedNote) {
  const { model, issuer, destination, operationType, recipient, items, delivery } = note;
  const isCharged = items.some(({ icms }) => (icms?.stValue ?? null) !== null);
  if (model !== '55' || destination !== '2' || operationType !== 'OUT' || !isCharged) return null;
  const isBilledByMaker = items.some(({ vehicle }) => vehicle?.sale === 'DIRECT_BILLING');
  const state = isBilledByMaker ? delivery?.state : recipient?.address?.state;
  return issuer.settings.substituteStateRegistrations?.[state ?? ''] ?? null;
}

/** The CNAE is written only with a municipal registration. */
function municipalRegistration({ settings }: Issuer): string {
  const registration = field('IM', settings.municipalRegistration); // C19
  return registration && registration + field('CNAE', digits(settings.cnae)); // C20
}

/** Printed in place of the recipient's name on an NF-e of homologation (rule E04-20, 598). */
const homologationName = 'NF-E EMITIDA EM AMBIENTE DE HOMOLOGACAO - SEM VALOR FISCAL';

/** Group E: the recipient. Nothing for the anonymous consumer of an NFC-e. */
export function layoutDest({ model, recipient }: ComputedNote, { environment }: NoteIdentity): string {
  if (!recipient || (model === '65' && recipient.document === '')) return '';
  const hidesName = model === '55' && environment === 'HOMOLOGATION';
  return group(
    'dest',
    identification(recipient), // E02, E03, E03a
    field('xNome', hidesName ? homologationName : recipient.name), // E04
    layoutRecipientAddress(recipient), // E05
    ...stateRegistration(recipient, model),
    field('ISUF', recipient.isuf), // E18
    field('email', recipient.email), // E19
  );
}

/** A recipient with neither CNPJ nor CPF has a foreign id, which may be empty: the layout no longer allows an empty CNPJ. */
function identification({ document, documentType }: ClientSnapshot): string {
  if (documentType === 'CNPJ' || documentType === 'CPF') return taxIdField(document);
  return field('idEstrangeiro', document) || element('idEstrangeiro', {});
}

function stateRegistration(recipient: ClientSnapshot, model: Model): string[] {
  const isAbroad = recipient.country !== 'BR';
  if (model === '65' || isAbroad) return [field('indIEDest', '9')];
  switch (recipient.taxpayerType) {
    case 'CONTRIBUINTE':
      return [field('indIEDest', '1'), field('IE', digits(recipient.stateRegistration))]; // E16a, E17
    case 'ISENTO':
      return [field('indIEDest', '2')];
    case 'NAO_CONTRIBUINTE':
      return [field('indIEDest', '9'), field('IE', digits(recipient.stateRegistration))];
  }
}

const countryNames = new Intl.DisplayNames(['pt-BR'], { type: 'region' });

/** enderDest (E05): nothing where no address is known. Every address abroad has the same municipality and state. */
function layoutRecipientAddress({ address, country, phone }: ClientSnapshot): string {
  if (!address) return '';
  const isAbroad = country !== 'BR';
  const code = countryCode(country);
  return group(
    'enderDest',
    field('xLgr', address.street), // E06
    field('nro', address.number), // E07
    field('xCpl', address.complement), // E08
    field('xBairro', address.neighborhood), // E09
    field('cMun', isAbroad ? '9999999' : address.municipalityCode), // E10
    field('xMun', isAbroad ? 'EXTERIOR' : address.city), // E11
    field('UF', isAbroad ? 'EX' : address.state), // E12
    isAbroad ? '' : field('CEP', digits(address.zipCode)), // E13
    field('cPais', code), // E14
    field('xPais', isAbroad ? code && countryNames.of(country) : 'BRASIL'), // E15
    field('fone', digits(phone)), // E16
  );
}

/** ISO 3166 alpha-2 and the Central Bank's code; two public copies of the table agree on each. */
const table =
  'AD370 AE2445 AF132 AG434 AI418 AL175 AM647 AO400 AQ420 AR639 AS6912 AT728 AU698 AW655 AX153 AZ736 BA981 BB833 ' +
  'BD817 BE876 BF310 BG1112 BH809 BI1155 BJ2291 BM906 BN1082 BO973 BR1058 BS779 BT1198 BV1023 BW1015 BY850 BZ884 ' +
  'CA1490 CC1651 CD8885 CF6408 CG1775 CH7676 CI1937 CK1830 CL1589 CM1457 CN1600 CO1694 CR1961 CU1996 CV1279 CW200 ' +
  'CX5118 CY1635 CZ7919 DE230 DJ7838 DK2321 DM2356 DO6475 DZ590 EC2399 EE2518 EG2402 EH6858 ER2437 ES2453 ET2534 ' +
  'FI2712 FJ8702 FK2550 FM4995 FO2593 FR2755 GA2810 GB6289 GD2976 GE2917 GF3255 GH2895 GI2933 GL3050 GM2852 GN3298 ' +
  'GP3093 GQ3310 GR3018 GS2925 GT3174 GU3131 GW3344 GY3379 HK3514 HN3450 HR1953 HT3417 HU3557 ID3654 IE3751 IL3832 ' +
  'IM3595 IN3611 IO7820 IQ3697 IR3727 IS3794 IT3867 JM3913 JO4030 JP3999 KE6238 KG6254 KH1414 KI4111 KM1732 KN6955 ' +
  'KP1872 KR1902 KW1988 KY1376 KZ1538 LA4200 LB4316 LC7153 LI4405 LK7501 LR4340 LS4260 LT4421 LU4456 LV4278 LY4383 ' +
  'MA4740 MC4952 MD4944 ME4985 MG4502 MH4766 MK4499 ML4642 MM930 MN4979 MO4472 MP4723 MQ4774 MR4880 MS5010 MT4677 ' +
  'MU4855 MV4618 MW4588 MX4936 MY4553 MZ5053 NA5070 NC5428 NE5258 NF5355 NG5282 NI5215 NL5738 NO5380 NP5177 NR5088 ' +
  'NU5312 NZ5487 OM5568 PA5800 PE5894 PF5991 PG5452 PH2674 PK5762 PL6033 PM7005 PN5932 PR6114 PS5780 PT6076 PW5754 ' +
  'PY5860 QA1546 RE6602 RO6700 RS7370 RU6769 RW6750 SA531 SB6777 SC7315 SD7595 SE7641 SG7412 SH7102 SI2461 SJ7552 ' +
  'SK2470 SL7358 SM6971 SN7285 SO7480 SR7706 SS7600 ST7200 SV6874 SY7447 SZ7544 TC8230 TD7889 TF7811 TG8001 TH7765 ' +
  'TJ7722 TK8052 TL7951 TM8249 TN8206 TO8109 TR8273 TT8150 TV8281 TW1619 TZ7803 UA8311 UG8338 US2496 UY8451 UZ8478 ' +
  'VA8486 VC7056 VE8508 VG8630 VI8664 VN8583 VU5517 WF8753 WS6904 YE3573 YT4885 ZA7560 ZM8907 ZW6653';
const codes = new Map(table.split(' ').map((entry): [string, string] => [entry.slice(0, 2), entry.slice(2)]));

/** cPais of a country by ISO 3166 alpha-2 (table of the Banco Central, MOC 7.0 E14); null where the table does not have it. */
function countryCode(country: string): string | null {
  return codes.get(country) ?? null;
}
