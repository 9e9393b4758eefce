import type { ServiceStatus } from './answers.ts';

/** Whether the authority's service takes documents now, and the sentence that an operator reads. */
export function serviceState(status: ServiceStatus): { isOperating: boolean; sentence: string } {
  const { cStat, xMotivo, tMed, dhRetorno, xObs } = status;
  const isOperating = cStat === '107' || cStat === '113';
  const details = [
    isOperating && tMed !== null && `tempo médio de resposta ${tMed} s`,
    dhRetorno !== null && `retorno previsto para ${dhRetorno}`,
    xObs,
  ].filter(Boolean);
  return { isOperating, sentence: [`${cStat} - ${xMotivo}`, ...details].join('; ') };
}
