import type { Stage } from './stage.ts';

/** Has the receiver hear the demo company while a scene is played; the scene is told the endpoint's secret. */
export function heard(scene: (stage: Stage, secret: string) => Promise<void>): (stage: Stage) => Promise<void> {
  return async (stage) => {
    const { client, receiver, step } = stage;
    const { id, secret } = await client.registerWebhook(receiver.url);
    step('webhook registrado, com o ping assinado respondido');
    await scene(stage, secret);
    await client.removeWebhook(id);
  };
}
