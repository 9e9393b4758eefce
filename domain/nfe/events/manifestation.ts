import type { Manifestation } from '../../received/words.ts';
import { codeOf } from '../../received/manifestations.ts';
import { field } from '../../xml/writer.ts';
import { type EventHeader, type LaidOutEvent, layoutEvent } from './event.ts';

/** descEvento, word for word as in e2102xx_v1.00.xsd. */
const descriptions: Record<Manifestation, string> = {
  CIENCIA: 'Ciencia da Operacao',
  CONFIRMADA: 'Confirmacao da Operacao',
  DESCONHECIDA: 'Desconhecimento da Operacao',
  NAO_REALIZADA: 'Operacao nao Realizada',
};

/**
 * 210200, 210210, 210220 and 210240, what the recipient says of an NF-e (NT 2020.001): the author is the recipient, the receiver the national
 * environment. `justification` has 15 to 255 characters; the layout has it of an operation that did not take place alone.
 */
export function manifestationEvent({
  manifestation,
  justification,
  ...header
}: EventHeader & { manifestation: Manifestation; justification: string }): LaidOutEvent {
  return layoutEvent(header, codeOf(manifestation), [
    field('descEvento', descriptions[manifestation]), // HP19
    ...(manifestation === 'NAO_REALIZADA' ? [field('xJust', justification)] : []), // HP20
  ]);
}
