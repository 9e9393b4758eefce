import { contingencyDefaults, contingencySwitches } from '../../domain/companies/settings.ts';
import { brasiliaDay } from '../../domain/fiscal-time.ts';
import { serviceFieldNames } from '../../domain/taxation/levels/service-fields.ts';
import { CommandRefused } from '../command-refused.ts';
import { wholeNumber } from '../terminal/input.ts';

/** A flag for one field of a company's form: how it is written, the field's path in the form, and how its text is read. */
export type Flag = { flags: string; path: string[]; description: string; read?: (text: string) => unknown };

/** Makes a reader for a list of `name=value` pairs, separated by commas. An empty value clears its field. */
export function pairs(flag: string, example: string): (text: string) => Record<string, string | null> {
  return (text) => {
    const read = text.split(',').map((pair) => pair.split('='));
    if (read.some((pair) => pair.length !== 2)) {
      throw new CommandRefused('invalid_input', `${flag} deve ser como ${example}.`);
    }
    return Object.fromEntries(
      read.map(([name = '', value = '']) => [name.trim(), value.trim() === '' ? null : value.trim()]),
    );
  };
}

const switches = contingencySwitches.join('|');
const { nfce, nfe, afterSeconds, giveUp } = contingencyDefaults;
const inWords =
  'AUTOMATIC, por si; MANUAL, só com "lavra contingency enter"; OFF, nunca, e as notas esperam o serviço voltar';

/** Flags about what a company does while its authority does not answer. */
export const contingencyFlags: Flag[] = [
  {
    flags: `--contingency-nfce <${switches}>`,
    path: ['contingency', 'nfce'],
    description: `se NFC-e saem offline com a SEFAZ fora do ar: ${inWords} (padrão: ${nfce})`,
  },
  {
    flags: `--contingency-nfe <${switches}>`,
    path: ['contingency', 'nfe'],
    description: `se NF-e saem pela SVC ou com EPEC com a SEFAZ fora do ar: como na NFC-e (padrão: ${nfe})`,
  },
  {
    flags: '--contingency-nfce-after <segundos>',
    path: ['contingency', 'afterSeconds', 'nfce'],
    description: `quanto uma NFC-e espera a resposta antes de sair offline, 1 a 3600 (padrão: ${afterSeconds.nfce})`,
    read: wholeNumber('--contingency-nfce-after', 1, 3_600),
  },
  {
    flags: '--contingency-nfe-after <segundos>',
    path: ['contingency', 'afterSeconds', 'nfe'],
    description: `quanto uma NF-e espera a resposta antes de sair em contingência, 1 a 86400 (padrão: ${afterSeconds.nfe})`,
    read: wholeNumber('--contingency-nfe-after', 1, 86_400),
  },
  {
    flags: '--contingency-give-up <AUTOMATIC|PROPOSED>',
    path: ['contingency', 'giveUp'],
    description: `se o número de uma nota substituída que a SEFAZ nunca teve é inutilizado por si, ou proposto a uma pessoa (padrão: ${giveUp})`,
  },
];

const exampleDefaults = 'serviceCode=010701,issTaxation=1';

/** Flags about a company's NFS-e. */
export const nfseFlags: Flag[] = [
  {
    flags: '--nfse-series <n>',
    path: ['nfse', 'series'],
    description: 'série da DPS, 1 a 49999; sem ela a empresa não emite NFS-e, e "" apaga tudo o que é de NFS-e',
    read: wholeNumber('--nfse-series', 1, 49_999),
  },
  {
    flags: '--nfse-next-number <n>',
    path: ['nfse', 'nextNumber'],
    description: 'próximo número da DPS, para continuar a numeração de outro sistema',
    read: wholeNumber('--nfse-next-number', 1, 999_999_999),
  },
  {
    flags: '--nfse-simples-option <opção>',
    path: ['nfse', 'simplesOption'],
    description: 'opSimpNac: 1 não optante, 2 MEI, 3 ME/EPP; padrão: conforme --tax-regime',
  },
  {
    flags: '--nfse-simples-assessment <regime>',
    path: ['nfse', 'simplesAssessment'],
    description:
      'regApTribSN de ME/EPP: 1 tudo pelo Simples, 2 ISSQN por fora, 3 tudo por fora; padrão: 1, ou 2 em SIMPLES_EXCESS',
  },
  {
    flags: '--nfse-special-regime <regime>',
    path: ['nfse', 'specialRegime'],
    description:
      'regEspTrib: 0 nenhum (padrão), 1 cooperativa, 2 estimativa, 3 ME municipal, 4 notário, 5 autônomo, 6 sociedade, 9 outros',
  },
  {
    flags: '--nfse-template <id>',
    path: ['nfse', 'defaultTemplateId'],
    description: 'modelo fiscal dos serviços que não indicam o seu',
  },
  {
    flags: '--nfse-municipality <on|off[:dia]>',
    path: ['nfse', 'municipality'],
    description:
      'se o município está no Emissor Nacional, e desde quando se sabe (AAAA-MM-DD, padrão: hoje); sem isto, pergunta-se ao ambiente nacional',
    read: readMunicipality,
  },
  {
    flags: '--service-defaults <lista>',
    path: ['serviceDefaults'],
    description: `tributação padrão dos serviços, como ${exampleDefaults}; textos com vírgula vão por --file; campos: ${serviceFieldNames.join(', ')}`,
    read: pairs('--service-defaults', exampleDefaults),
  },
];

function readMunicipality(text: string): { isOnNationalSystem: boolean; asOf: string } {
  const [, word, asOf = brasiliaDay(new Date())] = /^(on|off)(?::(.+))?$/.exec(text) ?? [];
  if (word) return { isOnNationalSystem: word === 'on', asOf };
  throw new CommandRefused(
    'invalid_input',
    `--nfse-municipality deve ser on ou off, ou como on:2026-11-01; veio "${text}".`,
  );
}
