import type { Command } from 'commander';
import { acrossCompanies } from '../../config/orm.ts';
import type { Document } from '../../domain/documents/document.entity.ts';
import { Emission } from '../../domain/documents/emission.entity.ts';
import { AuthorityCall } from '../../domain/documents/authority-call.entity.ts';
import { DocumentEvent } from '../../domain/documents/document-event.entity.ts';
import { idOfEvent } from '../../domain/documents/event-subject.ts';
import { group, leaf } from '../help.ts';
import { findCompany } from '../provisioning.ts';
import { findDocument } from '../find-document.ts';
import type { Session } from '../session.ts';
import type { Shell } from '../shell.ts';

/** `lavra documents show|resolve|retry` */
export function documentCommands(program: Command, shell: Shell): void {
  const documents = group(program, 'documents', 'Documentos que pedem a decisão de uma pessoa');
  leaf(
    documents,
    'show <documento>',
    'Mostra onde um documento (id ou chave) está e o que foi dito à SEFAZ sobre ele',
  ).action(
    shell.does(async (session, reference: string) => {
      const data = await story(session, reference);
      return { data, text: JSON.stringify(data, null, 2) };
    }),
  );
  leaf(
    documents,
    'resolve <documento>',
    'Decide por uma emissão parada (id ou chave): adotar a nota que a SEFAZ tem, ou rejeitar',
  )
    .option('--adopt <chave>', 'adota a nota autorizada que a SEFAZ tem com esta chave de acesso')
    .option('--reject', 'encerra a tentativa como rejeitada')
    .action(
      shell.does(async (session, reference: string, options: { adopt?: string; reject?: true }) => {
        const { decide } = await import('../resolution.ts'); // brings the Temporal client
        const decision = await decide(session, reference, options);
        return { data: decision, text: `Decisão entregue à emissão ${decision.documentId}/${decision.attempt}.` };
      }),
    );
  leaf(
    documents,
    'retry',
    'Diz às emissões e aos eventos de uma empresa que o problema foi corrigido: tentam já, sem esperar a hora',
  )
    .requiredOption('--company <cnpj ou id>', 'empresa cujo certificado, rede ou confiança foi corrigido')
    .action(
      shell.does(async (session, options: { company: string }) => {
        const { wakeWaiting } = await import('../wake-waiting.ts'); // brings the Temporal client
        const { id } = await findCompany(await session.orm(), options.company);
        const woken = await wakeWaiting(session, id);
        return { data: { woken }, text: `${woken} em espera avisado(s).` };
      }),
    );
}

async function story(session: Session, reference: string) {
  const em = acrossCompanies(await session.orm());
  const document = await findDocument(session, reference);
  const emissions = await em.find(
    Emission,
    { document: document.id },
    { orderBy: { attempt: 'asc' }, fields: ['attempt', 'series', 'number', 'accessKey', 'createdAt'] },
  );
  const events = await em.find(DocumentEvent, { document: document.id }, { orderBy: { createdAt: 'asc' } });
  const accessKeys = emissions.map(({ accessKey }) => accessKey);
  const subjects = [...new Set([...accessKeys, ...events.map((event) => idOfEvent(event, document))])];
  const calls = await em.find(AuthorityCall, { subject: { $in: subjects } }, { orderBy: { startedAt: 'asc' } });
  return {
    ...facts(document),
    attempts: emissions.map(({ attempt, series, number, accessKey, createdAt }) => {
      return { attempt, series, number, accessKey, createdAt };
    }),
    events: events.map(({ type, code, sequence, status, attempt, protocol, cStat, reason, occurredAt }) => {
      return { type, code, sequence, status, attempt, protocol, cStat, reason, occurredAt };
    }),
    authorityCalls: calls.map(({ service, subject, startedAt, endedAt, cStat, fault }) => {
      return { service, subject, startedAt, endedAt, cStat, fault };
    }),
  };
}

function facts({ id, company, type, environment, status, series, number, accessKey, ...rest }: Document) {
  const { protocolNumber, cStat, rejectionReason, waitingFor, attempt, claimedAt, updatedAt } = rest;
  const identity = { id, companyId: company, type, environment, status, series, number, accessKey };
  return { ...identity, protocolNumber, cStat, rejectionReason, waitingFor, attempt, claimedAt, updatedAt };
}
