import type { Issuer } from '../../companies/settings.ts';
import { moneyForm, rateForm } from '../../decimal-form.ts';
import { type Fault, refusal } from '../../faults.ts';
import { decimal, money, round2 } from '../../money.ts';
import { isMunicipalityCode } from '../../municipality-code.ts';
import { countryCode } from '../../country-code.ts';
import { isOutsideIss, isServiceCode } from '../../service-taxation/service-code.ts';
import { adjustmentKindOf, otherTaxOf } from '../../taxation/adjustments.ts';
import { taxFieldNames } from '../../taxation/fields.ts';
import { highestIssRate, isIssCharged, isIssOfAbroad, type Issqn, isIssSuspended } from '../../taxation/issqn.ts';
import { selectiveTaxFields } from '../../taxation/selective-tax.ts';
import type { GoodsPayload, ItemInput } from '../payload.ts';
import { checkDate, checkDecimal, checkWritten } from './forms.ts';

/**
 * Faults of form of services in a conjugated note, which has goods and services (groups U and W17; MOC 7.0 Anexo I, U01-20 to U14-10, NT 2021.003
 * v1.40 and NT 2021.004 v1.35). Whether a state and a municipality allow such notes by agreement (note of group U01), no list says.
 */
export function checkIssqn(payload: GoodsPayload): Fault[] {
  const { items, issqn } = payload;
  const services = items.filter((item) => item.issqn);
  if (services.length === 0) {
    const message = 'Nenhum item diz ISSQN: informe issqn no item do serviço, ou não envie este campo.';
    return issqn ? [refusal('issqn', message)] : [];
  }
  if (adjustmentKindOf(payload)) {
    const message = 'A nota de crédito ou de débito é só de IBS e CBS, sem ISSQN (rejeição 1001): não envie issqn.';
    return items.flatMap((item, index) => (item.issqn ? [refusal(`items[${index}].issqn`, message)] : []));
  }
  const alone =
    'A nota conjugada tem ao menos um item de mercadoria (rejeição 592): para serviços só, emita uma NFS-e.';
  return [
    ...(services.length === items.length ? [refusal('items', alone)] : []),
    ...(issqn?.performedOn ? checkDate(issqn.performedOn, 'issqn.performedOn') : []),
    ...items.flatMap((item, index) => (item.issqn ? checkService(item, item.issqn, `items[${index}]`) : [])),
  ];
}

function checkService(item: ItemInput, issqn: Issqn, path: string): Fault[] {
  return [
    ...checkOfGoods(item, path),
    ...checkPlaces(issqn, `${path}.issqn`),
    ...checkAbroad(issqn, `${path}.issqn`),
    ...checkStanding(issqn, `${path}.issqn`),
    ...checkAmounts(item, issqn, `${path}.issqn`),
  ];
}

/**
 * Faults of fields that only goods have, among them PIS and COFINS by substitution and the selective tax. ISSQN replaces ICMS and IPI (I08-171, 374),
 * and a service has no GTIN (887).
 */
function checkOfGoods(item: ItemInput, path: string): Fault[] {
  const { gtin, importTax, importDeclarations, returnedIpi, fuel, vehicle, medicine, lots, isUsed } = item;
  const { pisSt, cofinsSt } = item;
  const goods = { importTax, importDeclarations, returnedIpi, fuel, vehicle, medicine, lots, isUsed, pisSt, cofinsSt };
  const selective = selectiveTaxFields.filter((name) => item[name]);
  const taxes = taxFieldNames.filter((name) => {
    const tax = otherTaxOf(name);
    return item[name] && (tax === 'icms' || tax === 'ipi' || name === 'cest');
  });
  const said = [...Object.entries(goods).flatMap(([name, value]) => (value ? [name] : [])), ...selective];
  return [
    ...taxes.map((name) =>
      refusal(
        `${path}.${name}`,
        'O serviço tem ISSQN em lugar de ICMS e IPI (rejeição 374): não envie este campo.',
        'invalid_taxation',
      ),
    ),
    ...said.map((name) => refusal(`${path}.${name}`, 'O item com ISSQN é um serviço: não envie este campo.')),
    ...(gtin && gtin !== 'SEM GTIN'
      ? [refusal(`${path}.gtin`, 'Um serviço não tem código de barras (rejeição 887): não envie este campo.')]
      : []),
  ];
}

/** Rules U05-10 (287), U06-10 (844) and U14-10 (389). */
function checkPlaces(issqn: Issqn, path: string): Fault[] {
  const { serviceCode, municipalityCode, incidenceMunicipalityCode, municipalServiceCode } = issqn;
  const listed = `${serviceCode.replace('.', '')}01`;
  const isListed = /^\d{2}\.\d{2}$/.test(serviceCode) && isServiceCode(listed) && !isOutsideIss(listed);
  const unknown = (code: string, cStat: string) =>
    `${code} não é um código de município do IBGE (rejeição ${cStat}): confira-o.`;
  return [
    ...(isListed
      ? []
      : [
          refusal(
            `${path}.serviceCode`,
            `${serviceCode} não está na lista de serviços da LC 116/2003 (rejeição 844): informe o item, como 14.01.`,
          ),
        ]),
    ...(isMunicipalityCode(municipalityCode)
      ? []
      : [refusal(`${path}.municipalityCode`, unknown(municipalityCode, '287'))]),
    ...(!incidenceMunicipalityCode || isMunicipalityCode(incidenceMunicipalityCode)
      ? []
      : [refusal(`${path}.incidenceMunicipalityCode`, unknown(incidenceMunicipalityCode, '389'))]),
    ...checkWritten(municipalServiceCode, { least: 1, most: 20 }, `${path}.municipalServiceCode`),
  ];
}

/** A service that is rendered abroad names the country in place of the municipality where ISSQN is due, and owes no ISSQN here (U14, U15). */
function checkAbroad({ country, enforceability, incidenceMunicipalityCode }: Issqn, path: string): Fault[] {
  if (!country) return [];
  const refuse = (name: string, message: string): Fault[] => [refusal(`${path}.${name}`, message)];
  if (country === 'BR' || countryCode(country) === null) {
    return refuse('country', `${country} não é a sigla de outro país (ISO 3166), como US: acerte-a, ou não a envie.`);
  }
  if (incidenceMunicipalityCode) {
    const message = 'O serviço prestado no exterior não tem município de incidência: envie o município ou o país.';
    return refuse('incidenceMunicipalityCode', message);
  }
  if (isIssOfAbroad(enforceability ?? 'DUE')) return [];
  const message =
    'O serviço prestado no exterior não paga ISSQN (LC 116/2003, art. 2º, I): acerte a exigibilidade (exportação, ou não incidência), ou não envie o país.';
  return refuse('enforceability', message);
}

/** A rate is needed where ISSQN is due, the number of a process where it is suspended; and only ISSQN that is due can be withheld. */
function checkStanding({ enforceability, rate, suspensionProcess, isWithheld }: Issqn, path: string): Fault[] {
  const standing = enforceability ?? 'DUE';
  const faults = [
    ...checkDecimal(rate, rateForm, `${path}.rate`),
    ...checkWritten(suspensionProcess, { least: 1, most: 30 }, `${path}.suspensionProcess`),
  ];
  if (faults.length > 0) return faults;
  const refuse = (name: string, message: string) => faults.push(refusal(`${path}.${name}`, message));
  if (isIssCharged(standing) && !rate) refuse('rate', 'O ISSQN é devido: informe a alíquota em porcento.');
  if (rate && decimal(rate).gt(highestIssRate)) {
    refuse('rate', `A alíquota do ISSQN é de no máximo 5% (LC 116/2003, art. 8º, II); veio ${rate}.`);
  }
  if (isIssSuspended(standing) !== Boolean(suspensionProcess)) {
    refuse(
      'suspensionProcess',
      isIssSuspended(standing)
        ? 'A exigibilidade está suspensa: informe o número do processo.'
        : 'Só o ISSQN suspenso tem processo: não envie este campo, ou acerte a exigibilidade.',
    );
  }
  if (isWithheld && standing !== 'DUE') {
    refuse('isWithheld', 'Só se retém o ISSQN que é devido: não envie este campo, ou acerte a exigibilidade.');
  }
  return faults;
}

function checkAmounts({ quantity, unitValue }: ItemInput, issqn: Issqn, path: string): Fault[] {
  const names = ['deduction', 'otherWithholdings', 'conditionalDiscount'] as const;
  const faults = names.flatMap((name) => checkDecimal(issqn[name], moneyForm, `${path}.${name}`));
  // Faults of quantity and unit value are reported by `checkSoldItem`.
  const price = /^\d+(\.\d+)?$/.test(quantity) && /^\d+(\.\d+)?$/.test(unitValue);
  if (faults.length > 0 || !price) return faults;
  const worth = round2(decimal(quantity).times(decimal(unitValue)));
  return names.flatMap((name) =>
    decimal(issqn[name]).gt(worth)
      ? [refusal(`${path}.${name}`, `É mais que o valor do serviço, ${money(worth)}: confira os dois.`)]
      : [],
  );
}

/** Rule U01-10 (530): an issuer that renders services has its municipal registration on the note. */
export function checkIssuerOfServices({ items }: GoodsPayload, { settings }: Issuer): Fault[] {
  if (settings.municipalRegistration || !items.some(({ issqn }) => issqn)) return [];
  const message =
    'A nota com serviço diz a inscrição municipal da empresa (rejeição 530): informe-a com "lavra company set --municipal-registration".';
  return [refusal('company.municipalRegistration', message)];
}
