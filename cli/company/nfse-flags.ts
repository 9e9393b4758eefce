import { brasiliaDay } from '../../domain/fiscal-time.ts';
import { serviceFieldNames } from '../../domain/taxation/levels/service-fields.ts';
import { Refused } from '../refused.ts';
import { wholeNumber } from '../terminal/option-values.ts';
import { type Flag, pairs } from './flag.ts';

const exampleDefaults = 'serviceCode=010701,issTaxation=1';

/** The flags of what a company says of its NFS-e. */
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
  throw new Refused('invalid_input', `--nfse-municipality deve ser on ou off, ou como on:2026-11-01; veio "${text}".`);
}
