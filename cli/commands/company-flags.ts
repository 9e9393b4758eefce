import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { isOfType } from '../../domain/documents/events/delivery-receipts.ts';
import { taxFieldNames } from '../../domain/taxation/fields.ts';
import { CommandRefused } from '../command-refused.ts';
import { listed, wholeNumber } from '../terminal/input.ts';
import { mailFlags } from './company-mail-flags.ts';
import { contingencyFlags, type Flag, nfseFlags, pairs } from './company-section-flags.ts';

const exampleRegistrations = 'RJ=12345674,MG=0623079040081';
const examplePrices = '2027-01-01=NET_OF_NEW_TAXES';
const exampleRates = '2027-01-01=1.2345';
const exampleRegimes = '2027-01-01=REGULAR';
const exampleDefaults = 'cfop=5102,icmsSituation=102';

const flags: Flag[] = [
  {
    flags: '--tax-id <cnpj ou cpf>',
    path: ['taxId'],
    description: 'CNPJ, numérico ou alfanumérico, ou CPF de produtor rural',
  },
  { flags: '--name <texto>', path: ['name'], description: 'razão social' },
  { flags: '--trade-name <texto>', path: ['tradeName'], description: 'nome fantasia' },
  { flags: '--environment <ambiente>', path: ['environment'], description: 'PRODUCTION ou HOMOLOGATION (padrão)' },
  {
    flags: '--tax-regime <regime>',
    path: ['taxRegime'],
    description: 'SIMPLES, SIMPLES_EXCESS, NORMAL ou MEI (CRT 1, 2, 3, 4)',
  },
  {
    flags: '--receita-regime <regime>',
    path: ['receitaRegime'],
    description: 'como a empresa está na Receita Federal (regTrib): SIMPLES, MEI ou OTHER (nenhum dos dois); "" apaga',
  },
  { flags: '--state-registration <ie>', path: ['stateRegistration'], description: 'inscrição estadual' },
  {
    flags: '--substitute-registrations <lista>',
    path: ['substituteStateRegistrations'],
    description: `inscrições de substituto tributário em outras UFs (IEST), como ${exampleRegistrations}; "RJ=" retira a do RJ`,
    read: pairs('--substitute-registrations', exampleRegistrations),
  },
  { flags: '--municipal-registration <im>', path: ['municipalRegistration'], description: 'inscrição municipal' },
  {
    flags: '--suframa-registration <isuf>',
    path: ['suframaRegistration'],
    description:
      'inscrição na SUFRAMA, 8 ou 9 dígitos, de quem vende com CBS zero na Zona Franca ou em área de livre comércio',
  },
  { flags: '--cnae <código>', path: ['cnae'], description: 'CNAE, 7 dígitos' },
  { flags: '--street <texto>', path: ['address', 'street'], description: 'logradouro' },
  { flags: '--number <texto>', path: ['address', 'number'], description: 'número' },
  { flags: '--complement <texto>', path: ['address', 'complement'], description: 'complemento' },
  { flags: '--neighborhood <texto>', path: ['address', 'neighborhood'], description: 'bairro' },
  {
    flags: '--municipality-code <ibge>',
    path: ['address', 'municipalityCode'],
    description: 'código do município no IBGE, 7 dígitos',
  },
  { flags: '--city <texto>', path: ['address', 'city'], description: 'município' },
  { flags: '--state <uf>', path: ['address', 'state'], description: 'UF' },
  { flags: '--zip-code <cep>', path: ['address', 'zipCode'], description: 'CEP' },
  { flags: '--phone <telefone>', path: ['phone'], description: 'telefone com DDD' },
  { flags: '--email <e-mail>', path: ['email'], description: 'e-mail' },
  {
    flags: '--admin-emails <lista>',
    path: ['adminEmails'],
    description:
      'e-mails de quem decide pela empresa, no máximo 10, separados por vírgula: recebem os pedidos de escritórios (padrão: --email)',
    read: listed,
  },
  {
    flags: '--series <n>',
    path: ['series', '55', 'series'],
    description: 'série da NF-e, 0 a 889 (padrão: 1); com CPF, 920 a 969 (padrão: 920)',
    read: wholeNumber('--series', 0, 969),
  },
  {
    flags: '--next-number <n>',
    path: ['series', '55', 'nextNumber'],
    description: 'próximo número da NF-e, para continuar a numeração de outro sistema',
    read: wholeNumber('--next-number', 1, 999_999_999),
  },
  {
    flags: '--nfce-series <n>',
    path: ['series', '65', 'series'],
    description: 'série da NFC-e, 0 a 889, ou com CPF 920 a 969; sem ela a empresa não emite NFC-e',
    read: wholeNumber('--nfce-series', 0, 969),
  },
  {
    flags: '--nfce-next-number <n>',
    path: ['series', '65', 'nextNumber'],
    description: 'próximo número da NFC-e',
    read: wholeNumber('--nfce-next-number', 1, 999_999_999),
  },
  {
    flags: '--nfce-qr-code-version <versão>',
    path: ['nfce', 'qrCodeVersion'],
    description: '2 (com CSC) ou 3 (sem CSC); padrão: 2 se a empresa tem CSC no ambiente, senão 3',
  },
  {
    flags: '--simples-credit-rate <percentual>',
    path: ['taxDefaults', 'icmsSnCreditRate'],
    description: 'alíquota de crédito do Simples (pCredSN)',
  },
  {
    flags: '--pis-cofins-excludes-icms <true|false>',
    path: ['pisCofinsExcludesIcms'],
    description: 'tira o ICMS da base de PIS e COFINS (padrão: true)',
    read: (text) => (text === 'true' || text === 'false' ? text === 'true' : text),
  },
  {
    flags: '--price-includes <lista>',
    path: ['priceIncludes'],
    description:
      `o que unitValue contém a partir de um dia, como ${examplePrices}: NET_OF_NEW_TAXES, o preço sem IBS e CBS, que são somados a ele; ` +
      'ALL_TAXES (padrão), o que o cliente paga. Vale de 2027 em diante; "2027-01-01=" retira o dia',
    read: pairs('--price-includes', examplePrices),
  },
  {
    flags: '--simples-ibs-rate <lista>',
    path: ['simplesIbsRate'],
    description:
      `alíquota efetiva do IBS no Simples (pIBSSN), em percentual, a partir de um dia, como ${exampleRates}: a do PGDAS do mês anterior. ` +
      'Vale de 2027 em diante; "2027-01-01=" retira o dia',
    read: pairs('--simples-ibs-rate', exampleRates),
  },
  {
    flags: '--simples-cbs-rate <lista>',
    path: ['simplesCbsRate'],
    description: 'alíquota efetiva da CBS no Simples (pCBSSN), do mesmo modo',
    read: pairs('--simples-cbs-rate', exampleRates),
  },
  {
    flags: '--ibs-cbs-regime <lista>',
    path: ['ibsCbsRegime'],
    description:
      `como a empresa paga IBS e CBS a partir de um dia (tpRegimeIBSCBS), como ${exampleRegimes}: REGULAR, a do Simples que optou pelo regime ` +
      'regular; SIMPLES_PENDING e SIMPLES_EXCESS_PENDING, a do regime normal com a opção pelo Simples pendente; OF_CRT (padrão), como o regime diz',
    read: pairs('--ibs-cbs-regime', exampleRegimes),
  },
  {
    flags: '--danfe-orientation <orientação>',
    path: ['danfe', 'orientation'],
    description: 'PORTRAIT (padrão) ou LANDSCAPE',
  },
  {
    flags: '--danfe-roll <mm>',
    path: ['danfe', 'rollMm'],
    description: 'largura da bobina dos cupons, em milímetros: 80 (padrão) ou 58',
  },
  {
    flags: '--danfe-logo <arquivo>',
    path: ['danfe', 'logo'],
    description: 'logotipo do DANFE: PNG ou JPEG, no máximo 300 KB',
    read: readLogoFile,
  },
  {
    flags: '--technical-cnpj <cnpj>',
    path: ['technicalResponsible', 'cnpj'],
    description: 'responsável técnico: CNPJ',
  },
  {
    flags: '--technical-contact <nome>',
    path: ['technicalResponsible', 'contact'],
    description: 'responsável técnico: contato',
  },
  {
    flags: '--technical-email <e-mail>',
    path: ['technicalResponsible', 'email'],
    description: 'responsável técnico: e-mail',
  },
  {
    flags: '--technical-phone <telefone>',
    path: ['technicalResponsible', 'phone'],
    description: 'responsável técnico: telefone',
  },
  {
    flags: '--aut-xml <lista>',
    path: ['autXml'],
    description: 'CNPJ ou CPF de quem pode baixar o XML, separados por vírgula',
    read: listed,
  },
  {
    flags: '--received-awareness <modo>',
    path: ['received', 'awareness'],
    description:
      'ciência da operação das NF-e recebidas: MANUAL (padrão) ou AUTOMATIC, assim que o resumo chega, para receber o XML completo',
  },
  ...contingencyFlags,
  ...mailFlags,
  {
    flags: '--monthly-quota <n>',
    path: ['monthlyQuota'],
    description: 'documentos autorizados por mês em produção; 0 não deixa emitir, "" tira o limite (padrão)',
    read: wholeNumber('--monthly-quota', 0, 999_999_999),
  },
  {
    flags: '--unique-external-id',
    path: ['uniqueExternalId'],
    description: 'recusa um segundo documento com o externalId de outro que não foi cancelado (padrão: só avisa)',
  },
  {
    flags: '--doubts <WARN|REFUSE>',
    path: ['doubts'],
    description:
      'o que fazer do que pode ser engano em um documento, como o imposto de uma venda em uma doação: WARN (padrão) avisa, REFUSE não o emite',
  },
  {
    flags: '--tax-defaults <lista>',
    path: ['taxDefaults'],
    description: `tributação padrão das mercadorias, como ${exampleDefaults}; campos: ${taxFieldNames.join(', ')}`,
    read: pairs('--tax-defaults', exampleDefaults),
  },
  ...nfseFlags,
];

/** Adds one flag per field of the company's form to a command. */
export function withCompanyFlags(command: Command): Command {
  for (const { flags: written, description } of flags) {
    command.option(written, description);
    if (isSwitch(written)) command.option(`--no-${written.slice(2)}`, `desliga ${written}`);
  }
  return command;
}

/** The part of a company's form that the flags fill; an empty text clears its field. */
export function formOfFlags(options: Record<string, unknown>): Record<string, unknown> {
  const form: Record<string, unknown> = {};
  for (const { flags: written, path, read = (text: string): unknown => text } of flags) {
    const text = options[attributeOf(written)];
    if (typeof text === 'boolean') place(form, path, text);
    if (typeof text === 'string') place(form, path, text === '' ? null : read(text));
  }
  return form;
}

/** Whether a flag takes no value. */
function isSwitch(written: string): boolean {
  return !written.includes(' ');
}

function attributeOf(written: string): string {
  const [name = ''] = written.slice(2).split(' ');
  return name.replace(/-([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}

function place(form: Record<string, unknown>, [first = '', ...rest]: string[], value: unknown): void {
  const present = form[first];
  const group: Record<string, unknown> = typeof present === 'object' && present !== null ? { ...present } : {};
  if (rest.length > 0) {
    place(group, rest, value);
    form[first] = group;
  } else {
    form[first] = typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...group, ...value } : value;
  }
}

const imageTypes = ['image/png', 'image/jpeg'] as const;

/**
 * A PNG or JPEG file as the `data:` URL that the company's form takes as its logo.
 *
 * @throws {CommandRefused} `unreadable_file`
 */
function readLogoFile(path: string): string {
  const content = contentOf(path);
  const type = imageTypes.find((one) => isOfType(content, one));
  if (!type) throw new CommandRefused('unreadable_file', `${path} não é uma imagem PNG ou JPEG.`);
  return `data:${type};base64,${content.toString('base64')}`;
}

function contentOf(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw new CommandRefused('unreadable_file', `Não foi possível ler o arquivo ${path}.`, { cause });
  }
}
