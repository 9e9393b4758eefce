import { addressFieldNames } from '../../clients/address.ts';
import type { NormalClient } from '../../clients/normalize.ts';
import type { Issuer } from '../../companies/settings.ts';
import { isEmail } from '../../email.ts';
import { type Fault, refusal } from '../../faults.ts';
import { isDueAtTaker } from '../../service-taxation/service-code.ts';
import type { ServiceFields } from '../../taxation/levels/service-fields.ts';
import type { SiteAddress } from '../service-sale.ts';

/** The parties beside the provider; null where the service has none. */
export type ServiceParties = { taker: NormalClient | null; intermediary: NormalClient | null };

/** One party: its path, the value of tpRetISSQN by which it withholds ISSQN, and the codes of its rules. */
type Role = {
  party: keyof ServiceParties;
  path: string;
  inWords: string;
  withholds: string;
  codes: { own: string; who: string; where: string; abroad: string; company: string; email: string };
};

const roles: Role[] = [
  {
    party: 'taker',
    path: 'client',
    inWords: 'tomador',
    withholds: '2',
    codes: { own: 'E0202', who: 'E0204', where: 'E0237', abroad: 'E0242', company: 'E0235', email: 'E0247' },
  },
  {
    party: 'intermediary',
    path: 'service.intermediary',
    inWords: 'intermediário',
    withholds: '3',
    codes: { own: 'E0262', who: 'E0264', where: 'E0293', abroad: 'E0298', company: 'E1388', email: 'E0300' },
  },
];

/** Faults of taker and intermediary that depend neither on taxes nor on their addresses. `issuer` is null for a company without fiscal settings. */
export function checkParties(parties: ServiceParties, issuer: Issuer | null): Fault[] {
  return ofEach(parties, (party, role) => checkParty(party, role, issuer));
}

/** Faults of the parties' addresses. A draft may have them: a client's record can be completed later, and is read again at emission. */
export function checkPartyAddresses(parties: ServiceParties): Fault[] {
  return ofEach(parties, checkAddress);
}

function ofEach(parties: ServiceParties, check: (party: NormalClient, role: Role) => Fault[]): Fault[] {
  return roles.flatMap((role) => {
    const party = parties[role.party];
    return party ? check(party, role) : [];
  });
}

/**
 * Who withholds ISSQN is identified by CPF or CNPJ; with a CPF it has an address, too. So has a taker whose address decides where ISSQN, or IBS and
 * CBS, are due (E0234).
 */
export function checkWithholder(parties: ServiceParties, fields: ServiceFields): Fault[] {
  const { issWithholding, issTaxation, serviceCode, ibsCbsOperationIndicator: indicator } = fields;
  const ofWithholder = checkRole(parties, issWithholding);
  if (ofWithholder.length === 0 && indicator && atAcquirer.has(indicator)) return checkAcquirer(parties, indicator);
  if (ofWithholder.length > 0 || issTaxation !== '1' || !isDueAtTaker(serviceCode ?? '')) return ofWithholder;
  if (parties.taker?.address || parties.taker?.documentType === 'CNPJ') return [];
  const message = `O ISSQN do serviço ${serviceCode ?? ''} é do município do tomador: informe o endereço dele (rejeição E0234).`;
  return [refusal('client.street', message)];
}

/** Operation indicators (cIndOp) whose IBS and CBS are due where the acquirer lives (Anexo C, INDOP_IBSCBS; rules E0187 and E0234). */
const atAcquirer: ReadonlySet<string> = new Set([
  ...['030102', '030103', '050102', '050103', '100101', '100102', '100201', '100301', '100302', '100401'],
  ...['100501', '100502', '100601'],
]);

function checkAcquirer({ taker }: ServiceParties, indicator: string): Fault[] {
  const because = `O IBS e a CBS da operação ${indicator} são devidos onde está o tomador`;
  if (!taker) return [refusal('client.document', `${because}: identifique-o (rejeição E0187).`)];
  if (taker.address) return [];
  return [refusal('client.street', `${because}: informe o endereço dele (rejeição E0234).`)];
}

function checkRole(parties: ServiceParties, issWithholding: string | null | undefined): Fault[] {
  const role = roles.find(({ withholds }) => withholds === issWithholding);
  if (!role) return [];
  const { inWords, path, codes } = role;
  const party = parties[role.party];
  if (party?.documentType !== 'CPF' && party?.documentType !== 'CNPJ') {
    const message = `O ISSQN é retido pelo ${inWords}: informe o CPF ou CNPJ dele (rejeição ${codes.who}).`;
    return [refusal(party || path === 'client' ? `${path}.document` : path, message)];
  }
  if (party.address || party.documentType === 'CNPJ') return [];
  return [
    refusal(`${path}.street`, `O ISSQN é retido pelo ${inWords}: informe o endereço dele (rejeição ${codes.where}).`),
  ];
}

function checkParty(party: NormalClient, role: Role, issuer: Issuer | null): Fault[] {
  const { path, inWords, codes } = role;
  const faults = checkIdentity(party, role);
  if (issuer && party.document === issuer.taxId) {
    const message = `O ${inWords} é a própria empresa: a NFS-e não é para si mesmo (rejeição ${codes.own}).`;
    faults.push(refusal(`${path}.document`, message));
  }
  return [...faults, ...checkEmailOf(party, path, codes.email)];
}

/** Fault of a document that is neither CPF, CNPJ nor NIF: the layout has no field for it. */
export function checkDocumentOf(
  { documentType, document }: Pick<NormalClient, 'documentType' | 'document'>,
  path: string,
): Fault[] {
  if (documentType !== 'OTHER' || document === '') return [];
  const message = 'A NFS-e identifica por CPF, CNPJ ou documento de estrangeiro (NIF): troque o documento.';
  return [refusal(`${path}.document`, message)];
}

/**
 * Fault of an e-mail that is not exactly one address: the layout has one for each party.
 *
 * @param code of the rule
 */
export function checkEmailOf({ email }: Pick<NormalClient, 'email'>, path: string, code: string): Fault[] {
  if (!email || isEmail(email)) return [];
  return [refusal(`${path}.email`, `Não é um e-mail, como nome@empresa.com.br (rejeição ${code}).`)];
}

function checkIdentity({ documentType, document, type, country }: NormalClient, { path, inWords }: Role): Fault[] {
  const faults = checkDocumentOf({ documentType, document }, path);
  if (faults.length > 0) return faults;
  if (type !== 'FOREIGN' || country !== 'BR') return [];
  const message = `O ${inWords} estrangeiro tem endereço no exterior: informe country, a sigla do país.`;
  return [refusal(`${path}.country`, message)];
}

const { street, number, neighborhood, municipalityCode } = addressFieldNames;
const addressNames = { street, number, neighborhood, zipCode: 'o CEP', municipalityCode } as const;
const abroadNames = { ...addressNames, zipCode: 'o código postal', municipalityCode: 'a cidade' } as const;

function checkAddress(party: NormalClient, { path, inWords, codes }: Role): Fault[] {
  if (!party.address) return missingAddress(party.documentType, { path, inWords, codes });
  return incompleteAddress(party, { path, inWords });
}

/** Faults of an address that lacks a part: the layout has a whole address or none (TCEndereco). */
export function incompleteAddress(
  { address, country }: NormalClient,
  { path, inWords }: Pick<Role, 'path' | 'inWords'>,
): Fault[] {
  if (!address) return [];
  const isAbroad = country !== 'BR';
  const names = isAbroad ? abroadNames : addressNames;
  return (Object.keys(addressNames) as (keyof typeof addressNames)[]).flatMap((field) => {
    const named = isAbroad && field === 'municipalityCode' ? 'city' : field;
    if (address[named]?.trim()) return [];
    return [refusal(`${path}.${named}`, `O endereço do ${inWords} está incompleto: falta ${names[field]}.`)];
  });
}

/** A party with a CNPJ or a foreign document has an address; a person with a CPF may have none. */
function missingAddress(
  documentType: NormalClient['documentType'],
  { path, inWords, codes }: Pick<Role, 'path' | 'inWords' | 'codes'>,
): Fault[] {
  if (documentType !== 'CNPJ' && documentType !== 'FOREIGN') return [];
  const [who, code] = documentType === 'CNPJ' ? ['com CNPJ', codes.company] : ['estrangeiro', codes.abroad];
  return [refusal(`${path}.street`, `O ${inWords} ${who} precisa de endereço: informe-o (rejeição ${code}).`)];
}

/** Abroad, city and region are given together (TCEnderExtSimples); in Brazil the CEP stands for both. */
export function checkSite({ zipCode, city, region }: SiteAddress, path: string): Fault[] {
  if (!city && !region) {
    return /^\d{8}$/.test(zipCode) ? [] : [refusal(`${path}.zipCode`, 'O CEP tem 8 dígitos, sem hífen.')];
  }
  const missing = Object.entries({ city, region }).flatMap(([name, text]) => (text ? [] : [name]));
  return missing.map((name) =>
    refusal(`${path}.${name}`, 'No exterior, city e region vão juntos: informe este também.'),
  );
}
