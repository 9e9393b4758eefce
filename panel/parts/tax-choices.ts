import { activitiesOfGoods } from '../../domain/taxation/simples.ts';
import type { Choice } from '../forms/fields.ts';

/** Codes with their titles, as `00: Tributada integralmente`; the first choice means that nothing is chosen. */
function coded(titles: readonly (readonly [code: string, title: string])[]): readonly Choice[] {
  return [['', 'Não informado'], ...titles.map(([code, title]): Choice => [code, `${code}: ${title}`])];
}

/** Origin of the goods (orig; MOC 7.0 Anexo I, N11). */
export const origins = coded([
  ['0', 'Nacional, exceto as dos códigos 3, 4, 5 e 8'],
  ['1', 'Estrangeira, importação direta, exceto a do código 6'],
  ['2', 'Estrangeira, comprada no Brasil, exceto a do código 7'],
  ['3', 'Nacional, com conteúdo importado acima de 40% e até 70%'],
  ['4', 'Nacional, por processo produtivo básico'],
  ['5', 'Nacional, com conteúdo importado até 40%'],
  ['6', 'Estrangeira, importação direta, sem similar nacional (lista da Camex)'],
  ['7', 'Estrangeira, comprada no Brasil, sem similar nacional (lista da Camex)'],
  ['8', 'Nacional, com conteúdo importado acima de 70%'],
]);

const fuels = [
  ['02', 'Tributação monofásica própria sobre combustíveis'],
  ['15', 'Tributação monofásica própria e com retenção sobre combustíveis'],
  ['53', 'Tributação monofásica sobre combustíveis, com recolhimento diferido'],
  ['61', 'Tributação monofásica sobre combustíveis, cobrada anteriormente'],
] as const;

/** CST of the ICMS, for companies in the normal regime. */
export const icmsCst = coded([
  ['00', 'Tributada integralmente'],
  ['10', 'Tributada, com cobrança do ICMS por substituição tributária'],
  ['20', 'Com redução da base de cálculo'],
  ['30', 'Isenta ou não tributada, com cobrança do ICMS por substituição tributária'],
  ['40', 'Isenta'],
  ['41', 'Não tributada'],
  ['50', 'Suspensão'],
  ['51', 'Diferimento'],
  ['60', 'ICMS cobrado anteriormente por substituição tributária'],
  ['70', 'Com redução da base e cobrança do ICMS por substituição tributária'],
  ['90', 'Outras'],
  ...fuels,
]);

/** CSOSN of the ICMS, for companies in Simples Nacional. */
export const icmsCsosn = coded([
  ['101', 'Tributada pelo Simples, com permissão de crédito'],
  ['102', 'Tributada pelo Simples, sem permissão de crédito'],
  ['103', 'Isenta do ICMS para a faixa de receita bruta'],
  ['201', 'Tributada com permissão de crédito, e ICMS por substituição tributária'],
  ['202', 'Tributada sem permissão de crédito, e ICMS por substituição tributária'],
  ['203', 'Isenta para a faixa de receita bruta, e ICMS por substituição tributária'],
  ['300', 'Imune'],
  ['400', 'Não tributada pelo Simples'],
  ['500', 'ICMS cobrado anteriormente por substituição tributária ou antecipação'],
  ['900', 'Outras'],
  ...fuels,
]);

/** CST of PIS and COFINS. */
export const pisCofinsCst = coded([
  ['01', 'Tributável, alíquota básica'],
  ['02', 'Tributável, alíquota diferenciada'],
  ['03', 'Tributável, por quantidade vendida'],
  ['04', 'Monofásica, revenda a alíquota zero'],
  ['05', 'Substituição tributária'],
  ['06', 'Alíquota zero'],
  ['07', 'Isenta'],
  ['08', 'Sem incidência'],
  ['09', 'Suspensão'],
  ['49', 'Outras saídas'],
  ['50', 'Entrada com crédito: receita tributada no mercado interno'],
  ['51', 'Entrada com crédito: receita não tributada no mercado interno'],
  ['52', 'Entrada com crédito: receita de exportação'],
  ['53', 'Entrada com crédito: receitas tributadas e não tributadas'],
  ['54', 'Entrada com crédito: receitas tributadas e de exportação'],
  ['55', 'Entrada com crédito: receitas não tributadas e de exportação'],
  ['56', 'Entrada com crédito: receitas de todos os tipos'],
  ['70', 'Entrada sem direito a crédito'],
  ['71', 'Entrada com isenção'],
  ['72', 'Entrada com suspensão'],
  ['73', 'Entrada a alíquota zero'],
  ['74', 'Entrada sem incidência'],
  ['75', 'Entrada por substituição tributária'],
  ['98', 'Outras entradas'],
  ['99', 'Outras operações'],
]);

/** CST of the IPI. */
export const ipiCst = coded([
  ['00', 'Entrada com recuperação de crédito'],
  ['01', 'Entrada tributada a alíquota zero'],
  ['02', 'Entrada isenta'],
  ['03', 'Entrada não tributada'],
  ['04', 'Entrada imune'],
  ['05', 'Entrada com suspensão'],
  ['49', 'Outras entradas'],
  ['50', 'Saída tributada'],
  ['51', 'Saída tributada a alíquota zero'],
  ['52', 'Saída isenta'],
  ['53', 'Saída não tributada'],
  ['54', 'Saída imune'],
  ['55', 'Saída com suspensão'],
  ['99', 'Outras saídas'],
]);

/** How the base of ICMS-ST is determined (modBCST). */
export const substitutionBases = coded([
  ['0', 'Preço tabelado ou máximo sugerido'],
  ['1', 'Lista negativa'],
  ['2', 'Lista positiva'],
  ['3', 'Lista neutra'],
  ['4', 'Margem de valor agregado'],
  ['5', 'Pauta'],
  ['6', 'Valor da operação'],
]);

/** Reasons of an ICMS exemption (motDesICMS). */
export const exemptionReasons = coded([
  ['1', 'Táxi'],
  ['3', 'Uso na agropecuária'],
  ['4', 'Frotista ou locadora'],
  ['5', 'Diplomático ou consular'],
  ['6', 'Veículos da Amazônia Ocidental e áreas de livre comércio'],
  ['7', 'Suframa'],
  ['8', 'Venda a órgão público'],
  ['9', 'Outros'],
  ['10', 'Deficiente condutor'],
  ['11', 'Deficiente não condutor'],
  ['12', 'Órgão de fomento agropecuário'],
  ['16', 'Olimpíadas Rio 2016'],
  ['90', 'Solicitado pelo fisco'],
]);

/** Activities of goods in Simples Nacional (cAtivSN). */
export const simplesActivities = coded(activitiesOfGoods);

/** How ISSQN treats a service (tribISSQN). */
export const issTaxations = coded([
  ['1', 'Tributável'],
  ['2', 'Imune'],
  ['3', 'Exportação de serviço'],
  ['4', 'Não incidência'],
]);

/** Who withholds the ISSQN (tpRetISSQN). */
export const issWithholdings = coded([
  ['1', 'Não retido'],
  ['2', 'Retido pelo tomador'],
  ['3', 'Retido pelo intermediário'],
]);

/** What suspends the ISSQN (tpSusp). */
export const issSuspensions = coded([
  ['1', 'Por decisão judicial'],
  ['2', 'Por processo administrativo'],
]);
