import { simplesOf } from '../../domain/companies/simples.ts';
import { type Agreement, takesDps } from '../../domain/sefin/parametrization.ts';
import { type Finding, findingsOf } from './finding.ts';
import type { ServiceCompany } from './service-company.ts';

/** Whether the agreement of its municipality lets a company issue by SEFIN, beside what the operator says of it. */
export function agreementFinding({ taxId, settings }: ServiceCompany, agreement: Agreement | null): Finding {
  const { ok, warning, failure } = findingsOf('municipality', taxId);
  const { municipality: said } = settings.nfse;
  const town = `município ${settings.address.municipalityCode}`;
  const set = (value: string): string => `lavra company set ${taxId} --nfse-municipality ${value}`;
  const { opSimpNac } = simplesOf(settings);
  const taken = agreement && takesDps(agreement, opSimpNac);
  if (said) {
    const words = `${town} ${said.isOnNationalSystem ? 'dentro' : 'fora'} do Emissor Nacional, conforme o cadastro de ${said.asOf}`;
    if (taken === null || taken === said.isOnNationalSystem) return ok(words);
    return warning(`${words}, mas o ambiente nacional diz o contrário`, `se ele está certo: ${set('""')}`);
  }
  if (taken) return ok(`${town}: convênio ativo, com o Emissor Nacional`);
  if (!agreement) return failure(`${town}: resposta ilegível`, `tente mais tarde, ou diga o que sabe: ${set('on')}`);
  const reason = agreement.message ?? (agreement.isActive ? 'o município usa emissor próprio' : 'sem convênio ativo');
  if (taken === false) {
    const mend = `emita pelo sistema da prefeitura até a adesão; se ela já emite pelo Emissor Nacional: ${set('on')}`;
    return failure(`${town} fora do Emissor Nacional (${reason})`, mend);
  }
  if (agreement.hasNationalIssuer === false) {
    const mend = 'nada a fazer: do Simples Nacional a SEFIN aceita de qualquer município, e é ela quem decide';
    return warning(`${town} fora do Emissor Nacional (${reason}); a empresa é do Simples Nacional`, mend);
  }
  return warning(`${town}: o convênio não diz se usa o Emissor Nacional`, 'nada a fazer: quem decide é a SEFIN');
}
