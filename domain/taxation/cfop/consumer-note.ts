import type { Operation } from '../operation.ts';
import type { Cfop } from './table.ts';

const collected = { situations: new Set(['60', '500']), cfops: new Set(['5405', '5656', '5667', '5910']) };
const ordinary: ReadonlySet<string> = new Set(['5101', '5102', '5103', '5104', '5115', '5910']);
const singlePhase: ReadonlySet<string> = new Set(['02', '15', '53', '61']);

/**
 * What single states take beside the national list, by CFOP and situation: 5949 in São Paulo and Rio Grande do Sul (rule I08-150 and
 * NT 2023.003 v1.20), 5405 with other situations in Ceará (NT 2023.003 v1.20, N12-40 and N12a-40).
 */
const ofStates: Readonly<Record<string, { cfop: string; situations: string[] }>> = {
  SP: { cfop: '5949', situations: ['40', '900'] },
  RS: { cfop: '5949', situations: ['90', '900'] },
  CE: { cfop: '5405', situations: ['90', '900'] },
};

/** Why an NFC-e cannot carry a CFOP, or not with that situation (rules 725, 382 and 386), in Portuguese; null where it can. */
export function againstConsumerNote(
  cfop: Cfop,
  situation: string,
  { model, originState }: Pick<Operation, 'model' | 'originState'>,
): string | null {
  if (model !== '65' || isOfState(cfop.code, situation, originState)) return null;
  const isCollected = collected.situations.has(situation);
  const mend = `Use, por exemplo, ${isCollected ? '5405' : '5102'}`;
  if (!cfop.isForNfce) return `O CFOP ${cfop.code} não serve para NFC-e (rejeição 725). ${mend}, ou emita uma NF-e.`;
  if (singlePhase.has(situation) || (isCollected ? collected.cfops : ordinary).has(cfop.code)) return null;
  const [name, rejection] = situation.length === 3 ? ['CSOSN', '386'] : ['CST', '382'];
  return `Na NFC-e o CFOP ${cfop.code} não vai com o ${name} ${situation} (rejeição ${rejection}). ${mend}, ou troque o ${name}.`;
}

function isOfState(code: string, situation: string, state: string): boolean {
  const own = ofStates[state];
  return own?.cfop === code && own.situations.includes(situation);
}
