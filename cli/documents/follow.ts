import type { Story } from '../../operations/documents/story.ts';
import type { Session } from '../session.ts';
import type { Shell } from '../shell.ts';
import { watch } from '../terminal/watch.ts';
import { findStory } from './find-document.ts';
import { storyInWords } from './story-in-words.ts';

const everyMs = 1_000;

/**
 * Shows a document again and again until neither it nor an event of it is under way, or until Ctrl-C.
 *
 * @returns where it stands then
 */
export async function follow(
  session: Session,
  reference: string,
  { shell, json }: { shell: Shell; json: boolean },
): Promise<Story> {
  let story: Story | null = null;
  const look = async () => {
    story = await findStory(session, reference);
    const text = json ? JSON.stringify(story) : storyInWords(story, new Date());
    return { text, isOver: !isMoving(story) };
  };
  await watch(look, shell, everyMs);
  return story ?? findStory(session, reference);
}

function isMoving({ status, events }: Story): boolean {
  return status === 'PROCESSING' || events.some((event) => event.status === 'PENDING');
}
