import type { Message } from '../../../domain/conversation/authority.ts';
import { readDpsAnswer, readIssued, readNfseAnswer } from '../../../domain/sefin/answers.ts';
import { dispatch, question } from '../../../domain/sefin/authority.ts';
import { pack } from '../../../domain/sefin/payload.ts';
import type { SpokenStep } from '../../conversation/matter.ts';
import type { NoteAttempt } from '../attempt.ts';
import type { ReadAnswer } from '../read-answer.ts';
import { readAsDps, readAsIssued, readAsNfse, readAsState } from './read-answer.ts';

/** Nobody judges the one service of NFS-e. */
export const judgedOf = (): null => null;

/** The message of a step about a DPS. */
export function messageAbout(state: NoteAttempt, step: SpokenStep): Message<ReadAnswer> {
  const { subject: dpsId, environment, prepared } = state;
  switch (step.do) {
    case 'send':
      return dispatch(environment, {
        service: 'NfseEmissao',
        path: '/nfse',
        body: { dpsXmlGZipB64: pack(prepared.signedXml) },
        read: (answer) => readAsIssued(readIssued(answer), state),
      });
    case 'poll': // an NFS-e has no lots
    case 'ask':
      return prepared.accessKey === null
        ? question(environment, {
            service: 'DpsConsulta',
            path: `/dps/${dpsId}`,
            read: (answer) => readAsDps(readDpsAnswer(answer)),
          })
        : askAbout(state, prepared.accessKey);
    case 'checkService':
      return question(environment, {
        service: 'NfseSituacao',
        path: `/dps/${dpsId}`,
        read: (answer) => readAsState(readDpsAnswer(answer)),
      });
  }
}

/** The question about an NFS-e by its key. */
export function askAbout(state: NoteAttempt, accessKey: string): Message<ReadAnswer> {
  return question(state.environment, {
    service: 'NfseConsulta',
    path: `/nfse/${accessKey}`,
    read: (answer) => readAsNfse(readNfseAnswer(answer), state),
  });
}
