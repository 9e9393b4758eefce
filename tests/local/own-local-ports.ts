import { type LocalPorts, localSettings } from '../../local/settings.ts';
import { ownPorts } from '../support/servers/own-ports.ts';

/** Ports for local mode, reserved for this test. */
export async function ownLocalPorts(): Promise<LocalPorts> {
  const settings = Object.values(localSettings({}).ports).map(({ setting }) => setting);
  const numbers = await ownPorts(settings.length);
  const chosen = settings.map((setting, at): [string, string] => [setting, String(numbers[at])]);
  return localSettings(Object.fromEntries(chosen)).ports;
}
