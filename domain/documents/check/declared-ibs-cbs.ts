import type { NormalClient } from '../../clients/normalize.ts';
import { moneyForm } from '../../decimal-form.ts';
import { type Fault, refusal } from '../../faults.ts';
import { decimal, money, type Decimal } from '../../money.ts';
import { isNfseKey } from '../../nfse-key.ts';
import { isConstruction, isOfProperty, saysPayment } from '../../service-taxation/service-code.ts';
import type { ServiceFields } from '../../taxation/levels/service-fields.ts';
import type { ServicePayload } from '../payload.ts';
import type { ApproximateTotal, DeclaredServiceIbsCbs, ServicePlace, ServiceProperty } from '../service-sale.ts';
import { checkDecimal, exactlyOneOf } from './forms.ts';
import { checkReimbursements } from './reimbursements.ts';
import { checkDocumentOf, checkEmailOf, checkSite, incompleteAddress } from './service-parties.ts';

const at = 'service.ibsCbs';

/** Faults of form of what a service declares of IBS and CBS. */
export function checkDeclaredForms(declared: DeclaredServiceIbsCbs): Fault[] {
  const { previousDocuments, recipient, property, reimbursements, presumedCreditCode } = declared;
  return [
    ...checkPrevious(previousDocuments ?? []),
    ...(recipient ? checkRecipient(recipient) : []),
    ...(property ? checkProperty(property) : []),
    ...checkReimbursements(reimbursements ?? []),
    ...(presumedCreditCode && !/^\d{2}$/.test(presumedCreditCode)
      ? [refusal(`${at}.presumedCreditCode`, 'É o código do crédito presumido (cCredPres), de 2 dígitos.')]
      : []),
  ];
}

/** Rule E0907: each key is one of an NFS-e; none is repeated. */
function checkPrevious(keys: string[]): Fault[] {
  return keys.flatMap((key, index) => {
    const path = `${at}.previousDocuments[${index}]`;
    if (!isNfseKey(key)) {
      const message = 'Não é uma chave de NFS-e: ela tem 50 posições, e o dígito verificador confere (rejeição E0907).';
      return [refusal(path, message)];
    }
    return keys.indexOf(key) === index ? [] : [refusal(path, 'A chave está repetida: envie-a uma vez.')];
  });
}

function checkRecipient(recipient: NormalClient): Fault[] {
  const path = `${at}.recipient`;
  const { document, country } = recipient;
  const faults = [
    ...incompleteAddress(recipient, { path, inWords: 'destinatário' }),
    ...checkDocumentOf(recipient, path),
  ];
  if (!document && country === 'BR') {
    faults.push(refusal(`${path}.document`, 'O destinatário é identificado por CPF ou CNPJ: informe-o.'));
  }
  return [...faults, ...checkEmailOf(recipient, path, 'E0930')];
}

function checkProperty({ cib, address }: ServiceProperty): Fault[] {
  const path = `${at}.property`;
  return [
    ...exactlyOneOf({ cib, address }, path, 'O imóvel é identificado de um modo só'),
    ...(address ? checkSite(address, `${path}.address`) : []),
  ];
}

/** A service whose codes are resolved, with its taker. */
type DeclaredCase = {
  payload: ServicePayload;
  fields: ServiceFields;
  place: ServicePlace;
  taker: NormalClient | null;
};

/**
 * Faults of the group IBSCBS beside its classes and rates: what is missing, and what may not be there (Anexo I v1.01 of 2026-02-09, E0903 to E0935).
 */
export function checkDeclaredIbsCbs({ payload, fields, place, taker }: DeclaredCase): Fault[] {
  const declared = payload.service?.ibsCbs ?? null;
  if (!fields.ibsCbsClassification) {
    if (!declared) return [];
    const message =
      'A nota não tem IBS e CBS, a que estes campos pertencem: informe ibsCbsClassification, ou não envie service.ibsCbs.';
    return [refusal(at, message)];
  }
  return [
    ...checkPayment(declared ?? {}, fields.serviceCode ?? ''),
    ...checkPropertyOf(declared ?? {}, fields, place),
    ...(declared ? checkParties(declared, taker) : []),
  ];
}

/** Faults of tpOper and of the notes that belong to it (E0903 to E0906). */
function checkPayment(
  { operation, governmentEntity, previousDocuments }: DeclaredServiceIbsCbs,
  serviceCode: string,
): Fault[] {
  const isSaid = Boolean(governmentEntity) || saysPayment(serviceCode);
  if (isSaid && !operation) {
    const why = governmentEntity ? 'A compra de um ente público' : `O serviço ${serviceCode}`;
    return [
      refusal(`${at}.operation`, `${why} diz se é fornecimento ou pagamento: informe operation (rejeição E0903).`),
    ];
  }
  if (operation && !isSaid) {
    const message =
      'operation só existe em compra de ente público, que se diz em governmentEntity, e nos serviços 10.05, 15.09, 17.12 e 25.05: ' +
      'não a envie (rejeição E0904).';
    return [refusal(`${at}.operation`, message)];
  }
  const count = previousDocuments?.length ?? 0;
  const namesOthers = operation === 'PAYMENT_OF_SUPPLY' || operation === 'SUPPLY_ALREADY_PAID';
  if (namesOthers && count === 0) {
    const message = `Com operation ${operation}, informe a chave da NFS-e da outra metade (rejeição E0905).`;
    return [refusal(`${at}.previousDocuments`, message)];
  }
  if (namesOthers || count === 0) return [];
  const message = operation
    ? `Com operation ${operation} não há outra NFS-e a referir: não envie previousDocuments (rejeição E0906).`
    : 'Só uma operation que é metade de uma compra se refere a outra NFS-e: não envie previousDocuments (rejeição E0906).';
  return [refusal(`${at}.previousDocuments`, message)];
}

/** Faults of the group imovel (E0928, E0931, E0932, E0934, E0935). */
function checkPropertyOf(
  { property }: DeclaredServiceIbsCbs,
  { serviceCode, ibsCbsOperationIndicator: indicator }: ServiceFields,
  { country }: ServicePlace,
): Fault[] {
  const path = `${at}.property`;
  const isWanted = isOfProperty(indicator ?? '');
  if (isConstruction(serviceCode ?? '')) {
    if (!property) return [];
    return [
      refusal(path, `O imóvel do serviço ${serviceCode ?? ''} é a obra, em service.works: não envie property (E0931).`),
    ];
  }
  if (isWanted && !property) {
    return [
      refusal(path, `O indicador ${indicator ?? ''} é de operação com imóvel: informe o imóvel (rejeição E0932).`),
    ];
  }
  if (!property) return [];
  if (!isWanted) {
    const message = `O indicador ${indicator ?? ''} não é de operação com imóvel: não envie property (rejeição E0928).`;
    return [refusal(path, message)];
  }
  const { address } = property;
  if (!address || Boolean(address.city) === Boolean(country)) return [];
  const message = country
    ? 'O serviço é prestado no exterior: o endereço do imóvel também, com city e region (rejeição E0934).'
    : 'O serviço é prestado no Brasil: o endereço do imóvel também, pelo CEP, sem city nem region (rejeição E0935).';
  return [refusal(`${path}.address`, message)];
}

function checkParties({ recipient, governmentEntity }: DeclaredServiceIbsCbs, taker: NormalClient | null): Fault[] {
  const faults: Fault[] = [];
  if (recipient && taker && recipient.document !== '' && recipient.document === taker.document) {
    const message = 'O destinatário é o próprio tomador: não envie recipient, e a nota o diz assim (indDest 0).';
    faults.push(refusal(`${at}.recipient.document`, message));
  }
  if (governmentEntity && taker?.documentType !== 'CNPJ') {
    const message =
      'Quem compra por governmentEntity é um órgão público, que tem CNPJ: acerte o cliente, ou não envie este campo.';
    faults.push(refusal('client.document', message));
  }
  return faults;
}

/** Faults of the approximate total in reais: of form, and of parts that are more than the service (E0702, E0703 and E0704). */
export function checkApproximateTotal(total: ApproximateTotal, service: Decimal): Fault[] {
  const path = 'service.approximateTaxes';
  const parts = Object.entries({ federalValue: 'E0702', stateValue: 'E0703', municipalValue: 'E0704' } as const);
  return parts.flatMap(([name, code]) => {
    const value = total[name as keyof ApproximateTotal];
    const faults = checkDecimal(value, moneyForm, `${path}.${name}`);
    if (faults.length > 0 || decimal(value).lte(service)) return faults;
    const message = `O total aproximado não passa do valor do serviço, ${money(service)} (rejeição ${code}); veio ${value}.`;
    return [refusal(`${path}.${name}`, message)];
  });
}

const rates = ['totalFederalRate', 'totalStateRate', 'totalMunicipalRate', 'totalSimplesRate'] as const;

/** Faults of items that give their approximate total in percent while the service gives it in reais: the total has one form (E0710 to E0713). */
export function checkOneTotal({ items, service }: ServicePayload): Fault[] {
  if (!service?.approximateTaxes) return [];
  return items.flatMap((item, index) =>
    rates.flatMap((name) => {
      const message =
        'O total aproximado é dito de um modo só: não envie esta alíquota, ou não envie service.approximateTaxes.';
      return item[name] ? [refusal(`items[${index}].${name}`, message)] : [];
    }),
  );
}
