import { decimal as number, money as written, sum } from '../../money.ts';
import { brazilianDecimal, brazilianMoney } from '../html/values.ts';

/**
 * The meanings of the layout's codes in the words of its schema (tiposSimples_v1.01.xsd of 27/07/2026): NT SE/CGNFS-e 008 v1.02 of 14/07/2026 (2.4.5)
 * prints them in place of the codes. The longest are cut before their exceptions, for which no field has room.
 */
const meanings = {
  ambGer: { '1': 'Prefeitura', '2': 'Sistema Nacional da NFS-e' },
  tpAmb: { '1': 'Produção', '2': 'Homologação' },
  tpEmit: { '1': 'Prestador', '2': 'Tomador', '3': 'Intermediário' },
  cStat: { '100': 'NFS-e Gerada', '102': 'NFS-e de Decisão Judicial', '103': 'NFS-e Avulsa', '107': 'NFS-e MEI' },
  finNFSe: { '0': 'NFS-e regular' },
  cNaoNIF: { '0': 'Não informado na nota de origem', '1': 'Dispensado do NIF', '2': 'Não exigência do NIF' },
  opSimpNac: {
    '1': 'Não Optante',
    '2': 'Optante - Microempreendedor Individual (MEI)',
    '3': 'Optante - Microempresa ou Empresa de Pequeno Porte (ME/EPP)',
  },
  regApTribSN: {
    '1': 'Regime de apuração dos tributos federais e municipal pelo SN',
    '2': 'Regime de apuração dos tributos federais pelo SN e ISSQN por fora do SN conforme respectiva legislação municipal do tributo',
    '3': 'Regime de apuração dos tributos federais e municipal por fora do SN conforme respectivas legislações federal e municipal de cada tributo',
  },
  regEspTrib: {
    '0': 'Nenhum',
    '1': 'Ato Cooperado (Cooperativa)',
    '2': 'Estimativa',
    '3': 'Microempresa Municipal',
    '4': 'Notário ou Registrador',
    '5': 'Profissional Autônomo',
    '6': 'Sociedade de Profissionais',
    '9': 'Outros',
  },
  tribISSQN: { '1': 'Operação Tributável', '2': 'Imunidade', '3': 'Exportação de Serviço', '4': 'Não Incidência' },
  tpImunidade: {
    '0': 'Imunidade (tipo não informado na nota de origem)',
    '1': 'Patrimônio, renda ou serviços, uns dos outros (CF88, Art 150, VI, a)',
    '2': 'Templos de qualquer culto (CF88, Art 150, VI, b)',
    '3': 'Patrimônio, renda ou serviços dos partidos políticos, entidades sindicais, instituições de educação e de assistência social (CF88, Art 150, VI, c)',
    '4': 'Livros, jornais, periódicos e o papel destinado a sua impressão (CF88, Art 150, VI, d)',
    '5': 'Fonogramas e videofonogramas musicais produzidos no Brasil (CF88, Art 150, VI, e)',
  },
  tpSusp: {
    '1': 'Exigibilidade Suspensa por Decisão Judicial',
    '2': 'Exigibilidade Suspensa por Processo Administrativo',
  },
  tpBM: { '1': 'Isenção', '2': 'Redução da BC em %', '3': 'Redução da BC em R$', '4': 'Alíquota Diferenciada' },
  tpRetISSQN: { '1': 'Não Retido', '2': 'Retido pelo Tomador', '3': 'Retido pelo Intermediário' },
  tpRetPisCofins: {
    '0': 'PIS/COFINS/CSLL Não Retidos',
    '1': 'PIS/COFINS Retidos',
    '2': 'PIS/COFINS Não Retidos',
    '3': 'PIS/COFINS/CSLL Retidos',
    '4': 'PIS/COFINS Retidos, CSLL Não Retido',
    '5': 'PIS Retido, COFINS/CSLL Não Retido',
    '6': 'COFINS Retido, PIS/CSLL Não Retido',
    '7': 'PIS Não Retido, COFINS/CSLL Retidos',
    '8': 'PIS/COFINS Não Retidos, CSLL Retido',
    '9': 'COFINS Não Retido, PIS/CSLL Retidos',
  },
} satisfies Record<string, Record<string, string>>;

/** The meaning of a code of that field; the code itself where the schema does not have it yet. */
export function meaningOf(tag: keyof typeof meanings, code: string | undefined): string | undefined {
  const words: Record<string, string> = meanings[tag];
  return code && (words[code] ?? code);
}

/** Stands for a value that the XML does not have (NT SE/CGNFS-e 008, note 12 of 2.4.5). */
export const absent = '-';

/** `R$ 1.234,50`. */
export function reais(amount: string | undefined): string | undefined {
  return amount && `R$ ${brazilianMoney(amount)}`;
}

/** `2,90%`. */
export function brazilianPercent(rate: string | undefined): string | undefined {
  return rate && `${brazilianDecimal(rate, 2)}%`;
}

/** The sum of the amounts that exist; undefined where none does. */
export function total(...amounts: (string | undefined)[]): string | undefined {
  const present = amounts.filter((amount) => amount !== undefined);
  return present.length === 0 ? undefined : written(sum(present.map(number)));
}

/** Values of one field, each with a dash where it is absent. */
export function parts(...texts: (string | undefined)[]): string {
  return texts.map((text) => text || absent).join(' / ');
}

/** The text, or as much of it as fits that many characters with an ellipsis. */
export function within(text: string, mostCharacters: number): string {
  return text.length <= mostCharacters ? text : `${text.slice(0, mostCharacters - 1).trimEnd()}…`;
}
