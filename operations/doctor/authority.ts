import { faultInWords } from '../../adapters/mutual-tls/fault-in-words.ts';
import { WireFault } from '../../adapters/mutual-tls/wire-fault.ts';
import type { TlsIdentity, Wire } from '../../adapters/mutual-tls/wire.ts';
import type { Company } from '../../domain/companies/company.entity.ts';
import { readRetConsStatServ, serviceState } from '../../domain/sefaz/answers.ts';
import { sefaz, sefazMessage, statusStateAt } from '../../domain/sefaz/authority.ts';
import { authorizerOf } from '../../domain/sefaz/endpoints.ts';
import { consStatServ } from '../../domain/sefaz/messages.ts';
import { type DoctorFinding, findingsOf, reasonOf } from './finding.ts';

const service = 'NfeStatusServico';
const worstSkewSeconds = 30;

/** Makes the TLS handshake with the authority as this company, asks its status service, and compares its clock with ours. */
export async function checkAuthority(company: Company, identity: TlsIdentity, wire: Wire): Promise<DoctorFinding[]> {
  const { taxId, environment } = company;
  const state = company.settings?.address.state ?? '';
  const tls = findingsOf('authority_tls', taxId);
  const status = findingsOf('authority_status', taxId);
  const isUnregistered = !company.settings?.stateRegistration;
  const at = { state, model: '55', environment, isUnregistered } as const;
  const message = consStatServ({ environment, state: statusStateAt(at) });
  const question = { service, message, read: readRetConsStatServ } as const;
  const { request, read } = sefazMessage(at, question);
  const { host } = new URL(request.url);
  try {
    const answer = read(await wire.say({ ...request, identity }));
    const { isOperating, sentence } = serviceState(answer);
    const who = `${authorizerOf(state, '55', isUnregistered)} (${environment}): ${sentence}`;
    const said = isOperating
      ? status.ok(who)
      : status.warning(who, 'as emissões esperam e seguem quando o serviço voltar');
    return [tls.ok(`TLS mútuo com ${host}`), said, ...clock(taxId, answer.dhRecbto)];
  } catch (error) {
    if (!(error instanceof WireFault))
      return [status.failure(`resposta ilegível (${reasonOf(error)})`, 'confira se o endereço é o da SEFAZ')];
    const check = error.sent ? status : tls;
    return [
      check.failure(faultInWords(error, sefaz.called), 'confira a rede, LAVRA_CA_BUNDLE e o certificado da empresa'),
    ];
  }
}

function clock(taxId: string, dhRecbto: string | null): DoctorFinding[] {
  if (dhRecbto === null) return [];
  const { ok, failure } = findingsOf('clock', taxId);
  const seconds = Math.round((Date.parse(dhRecbto) - Date.now()) / 1000);
  if (Number.isNaN(seconds)) return [];
  if (Math.abs(seconds) <= worstSkewSeconds) return [ok('o relógio daqui concorda com o da SEFAZ')];
  return [
    failure(
      `o relógio daqui difere ${seconds} s do da SEFAZ`,
      'acerte o relógio por NTP: notas do futuro são recusadas (703)',
    ),
  ];
}
