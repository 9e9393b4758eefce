import { contingencyDefaults, contingencySwitches } from '../../domain/companies/settings.ts';
import { wholeNumber } from '../terminal/option-values.ts';
import type { Flag } from './flag.ts';

const switches = contingencySwitches.join('|');
const { nfce, nfe, afterSeconds, giveUp } = contingencyDefaults;
const inWords =
  'AUTOMATIC, por si; MANUAL, só com "lavra contingency enter"; OFF, nunca, e as notas esperam o serviço voltar';

/** The flags of what a company wants while its authority does not answer. */
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
