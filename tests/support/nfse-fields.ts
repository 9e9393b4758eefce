import { serviceFieldNames } from '../../domain/service-taxation/fields.ts';

const address = ['zipCode', 'street', 'number', 'complement', 'neighborhood', 'city', 'state', 'municipalityCode'];
const party = ['document', 'name', 'type', 'email', ...address, 'country', 'phone', 'municipalRegistration'];
const under = (group: string, names: readonly string[]): string[] => [
  group,
  ...names.map((name) => `${group}.${name}`),
];

/** Every field of the API that what is said of an NFS-e may point to: creation, emission, event, and settings of the company. */
export const nfseFields: ReadonlySet<string> = new Set([
  ...under('items[]', [...serviceFieldNames, 'description', 'unitValue']),
  ...under('client', party),
  ...under('replaces', ['documentId', 'accessKey', 'reason', 'description']),
  ...under('service.place', ['municipalityCode', 'country']),
  ...under('service', ['competence', 'order', 'conditionalDiscount']),
  ...under('service.deductions', ['rate', 'value', 'documents[]', 'documents[].type']),
  ...under('service.foreignTrade', [
    ...['mode', 'link', 'currency', 'amount', 'providerSupport', 'takerSupport', 'temporaryGoods'],
    ...['importDeclaration', 'exportRegistration', 'mdic'],
  ]),
  ...under('service.works', ['code', 'propertyRegistration', ...under('address', address)]),
  ...under('service.event', ['name', 'startDate', 'endDate', 'code', ...under('address', address)]),
  ...under('service.intermediary', party),
  ...['discount', 'additionalInfo', 'issueDateTime', 'justification', 'reason', 'certificate'],
  ...under('settings', ['municipalRegistration']),
  ...under('settings.nfse', ['series', 'simplesOption', 'simplesAssessment', 'specialRegime']),
]);
