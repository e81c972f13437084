import { describe, expect, test } from 'vitest';
import { parseCommand } from '../../src/cli/phone/live-commands.ts';
import { SuiteFiles } from '../../src/cli/author/test-suites.ts';
import { findFiles, isScenarioFile } from '../../src/authoring/flow-files/index.ts';
import { beginScene, playEnd, playLine } from '../../src/verification/testkit/index.ts';
import type { SentCommand, Simulation } from '../../src/verification/testkit/index.ts';

/** The samples, each call played to its end. */
function calls(): Simulation[] {
  const { suites } = new SuiteFiles().read(findFiles(['flows'], isScenarioFile));
  return suites.flatMap(({ flow, scenarios }) =>
    scenarios.map(({ start, script, span, flow: own = flow }) => {
      const scene = beginScene(own, start);
      for (const line of script) playLine(scene, line);
      playEnd(scene, span);
      return scene.call;
    }),
  );
}

/** What a scenario can ask of a command. */
function asked(command: SentCommand): unknown {
  switch (command.kind) {
    case 'dial':
    case 'connect':
      return [command.kind, command.from, command.to];
    case 'play': {
      const { media } = command;
      return [
        command.kind,
        Object.values(media).find((value) => value !== media.kind && typeof value === 'string'),
      ];
    }
    case 'record':
    case 'create_room':
      return [command.kind, command.name];
    case 'join':
      return [command.kind, command.room];
    case 'stream':
      return [command.kind, command.to];
    case 'sms':
      return [
        command.kind,
        command.template,
        command.recipients.map(({ to, data }) => ({ to, data: texts(data) })),
      ];
    default:
      return [command.kind];
  }
}

function texts(data: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, String(value)]));
}

describe('commands read off the journal', () => {
  const played = calls();

  test('are those that the call gave, in their order, with all that a scenario can ask of them', () => {
    for (const { commands, log } of played) {
      const read = log.flatMap(({ teller, entry }) =>
        teller === 'platform' && entry.kind === 'request' ? (parseCommand(entry) ?? []) : [],
      );
      expect(read.map(asked)).toEqual(commands.map(asked));
      expect(read.map(({ at }) => at)).toEqual(commands.map(({ at }) => at));
    }
  });

  test('the samples give many kinds of them', () => {
    const kinds = new Set(played.flatMap(({ commands }) => commands.map(({ kind }) => kind)));
    expect([...kinds]).toEqual(
      expect.arrayContaining(['accept', 'connect', 'dial', 'hangup', 'play', 'sms', 'stream']),
    );
  });

  test.each([
    ['POST', '/voice/v1/call/v1/hold', '{"hold":true}', 'hold'],
    ['PUT', '/voice/v1/call/v1/recording', '{"start":true,"recording_name":"a"}', 'record'],
    ['PUT', '/voice/v1/call/v1/recording', '{"stop":true}', 'stop_recording'],
    ['DELETE', '/voice/v1/call/v1/stream', undefined, 'stop_stream'],
    ['PUT', '/voice/v1/room/a%2Fb/call/v1/join', undefined, 'join'],
    ['POST', '/video/v2/rooms', '{"name":"r"}', 'create_room'],
    ['POST', '/video/v2/rooms/r/tokens', '{"na', 'create_token'],
    ['GET', '/voice/v1/call/v1', undefined, undefined],
  ])('%s %s is a command or none', (method, path, body, kind) => {
    const entry = {
      kind: 'request',
      seq: 1,
      at: 7,
      method,
      path,
      status: 200,
      ...(body !== undefined && { body }),
    } as const;
    expect(parseCommand(entry)?.kind).toBe(kind);
  });
});
