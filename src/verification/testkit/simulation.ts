/**
 * Simulates one call of one flow in virtual time, by connecting the pure call core to the model of the platform.
 *
 * Owns: virtual time, the call's record, the log of events. Does not own: the logic of calls (call/), the platform's
 * behaviour (emulator/model), a clock: in real time, the user passes the time.
 *
 * SIM-1 The same flow, start and acts at the same times give the same log.
 * SIM-2 Time moves from event to event, and never backwards.
 * SIM-3 At one moment the platform comes first, then web services, then the call's own deadlines. Commands are sent one
 *    by one in the order of decision, and each is answered before the next is sent (I4).
 * SIM-4 A call that has had `maxEvents` events is stopped: nothing more happens to it.
 */
import { advance, findNextDeadline } from '../../call/index.ts';
import type { Advance, CallEvent, CallRecord, Command, RunnableFlow, TraceEntry } from '../../call/index.ts';
import type { Capabilities } from '../../language/model/index.ts';
import type * as platform from '../../platform/emulator/model/index.ts';
import type { Between } from './between.ts';
import { sendCommand, readEvents } from './exchange.ts';
import { readHeard, type Heard } from './hearing.ts';
import { Outgoing } from './outgoing.ts';
import type { PlatformFaults } from './platform-faults.ts';
import { StreamServer } from './stream-server.ts';
import type { WebServices } from './web-services.ts';
import type { Happening, SentCommand } from './happening.ts';

/** The part of a call that scripts use; it need not be simulated. */
export type PlayedCall = Omit<Simulation, 'setParty'>;

export class Simulation {
  /** Everything that happened, in order. */
  readonly log: Happening[] = [];
  /** Trace of the call, in order. */
  readonly trace: TraceEntry[] = [];
  /** Commands in the order in which they were sent. */
  readonly commands: SentCommand[] = [];
  /** Texts that the person on the line heard, in order. */
  readonly heard: Heard[] = [];
  /** Web services of the flow. */
  readonly web: WebServices;
  /** Commands that fail. */
  readonly faults: PlatformFaults;
  readonly #flow: RunnableFlow;
  readonly #model: platform.PlatformModel;
  readonly #carrier: Capabilities;
  readonly #maxEvents: number;
  readonly #streams: StreamServer;
  readonly #between: Between | undefined;
  readonly #outgoing: Outgoing;
  #record: CallRecord;
  #now: number;
  #journalRead = 0;

  constructor(about: {
    flow: RunnableFlow;
    model: platform.PlatformModel;
    carrier: Capabilities;
    web: WebServices;
    faults: PlatformFaults;
    first: Advance;
    between: Between | undefined;
    maxEvents: number;
  }) {
    this.#flow = about.flow;
    this.web = about.web;
    this.faults = about.faults;
    this.#model = about.model;
    this.#carrier = about.carrier;
    this.#streams = new StreamServer(about.model);
    this.#maxEvents = about.maxEvents;
    this.#between = about.between;
    const perform = (command: Command, fault: platform.Fault | undefined) => this.#perform(command, fault);
    this.#outgoing = new Outgoing({ faults: about.faults, between: about.between, perform });
    this.#record = about.first.record;
    this.#now = about.first.record.startedAt;
    this.#readJournal();
    this.#take(about.first);
    this.#settle();
  }

  /** Virtual time, ms since the epoch. */
  get now(): number {
    return this.#now;
  }

  get record(): CallRecord {
    return this.#record;
  }

  /** True once the flow has ended, finalizer included. */
  get hasEnded(): boolean {
    return this.#record.endedAt !== undefined;
  }

  /** True if the call was stopped because of too many events (SIM-4). */
  get isExhausted(): boolean {
    return this.trace.length >= this.#maxEvents;
  }

  /** The platform's view of the call; undefined before an outbound call was dialled. */
  get line(): platform.CallView | undefined {
    const { voiceId } = this.#record;
    return voiceId === undefined ? undefined : this.#model.control.call(voiceId);
  }

  /** True while the audio of the call is streamed. */
  get isStreaming(): boolean {
    return this.#streams.isStreaming;
  }

  /** Returns when the next thing happens by itself; undefined if never. */
  nextAt(): number | undefined {
    if (this.isExhausted) return undefined;
    const answeredAt = this.web.nextAt(this.#record.context.visit.number);
    const own = [
      findNextDeadline(this.#record),
      this.#between?.nextAt(),
      this.#outgoing.nextAt(this.#record),
    ];
    const times = [this.#model.nextAt(), answeredAt, ...own].filter((time) => time !== undefined);
    return times.length === 0 ? undefined : Math.max(this.#now, Math.min(...times));
  }

  /** Lets time pass, with everything that happens on the way. */
  advanceTo(time: number): void {
    this.runUntil(() => false, time);
  }

  /** Lets time pass until a condition holds, but not beyond `by`; returns whether it holds. */
  runUntil(holds: () => boolean, by: number): boolean {
    while (!holds()) {
      const next = this.nextAt();
      if (next === undefined || next > by) {
        this.#now = Math.max(this.#now, Number.isFinite(by) ? by : 0);
        return false;
      }
      this.#happenAt(next);
    }
    return true;
  }

  /** Presses keys for the person on the line; false if there is no call, or the keys are not valid. */
  press(keys: string): boolean {
    return this.#act((people, voiceId) => people.press(voiceId, keys, this.#now));
  }

  /** Says something for the person on the line; false if there is no call. */
  say(text: string): boolean {
    return this.#act((people, voiceId) => people.say(voiceId, text, this.#now));
  }

  /** Lets the person on the line speak for some time into a message; false if there is no call. */
  speak(ms: number): boolean {
    return this.#act((people, voiceId) => people.speak(voiceId, ms, this.#now));
  }

  /** Delivers a message from the sender that the call waits for. */
  text(text: string): void {
    this.#tell({ type: 'message', from: this.#record.context.awaits, text, at: this.#now });
    this.#settle();
  }

  /** Hangs up for the person on the line, the second party or an operator; false if there is nobody. */
  hangUp(who: 'ours' | 'second' | 'operator' = 'ours'): boolean {
    if (who !== 'operator') return this.#act((people, voiceId) => people.hangUp(voiceId, this.#now, who));
    this.#tell({ type: 'hang_up', at: this.#now });
    this.#settle();
    return true;
  }

  /** Sets how the person at a number or SIP URI behaves from now on. */
  setParty(number: string, party: platform.Party): void {
    this.#model.control.setParty(number, party);
  }

  /** Ends the stream from the receiver's side, or breaks its connection; false if nothing is streamed. */
  endStream(how: 'closes' | 'breaks'): boolean {
    const wasPossible = this.#streams.end(how, this.#now);
    this.#settle();
    return wasPossible;
  }

  #act(act: (people: platform.PlatformModel['people'], voiceId: string) => boolean): boolean {
    const { voiceId } = this.#record;
    const wasPossible = voiceId !== undefined && act(this.#model.people, voiceId);
    this.#settle();
    return wasPossible;
  }

  #happenAt(time: number): void {
    this.#now = time;
    for (const event of this.#between?.due(this) ?? []) this.#apply(event);
    this.#settle();
    const told = this.#outgoing.takeReport(this);
    if (told !== undefined) {
      this.#apply(told);
      this.#settle();
    }
    const deadline = findNextDeadline(this.#record);
    if (deadline === undefined || deadline > time) return;
    this.#tell({ type: 'wake', at: time });
    this.#settle();
  }

  /** Handles everything that follows at this moment: commands, their responses, notifications, and their effects. */
  #settle(): void {
    do this.#deliver();
    while (this.#hearAnswer());
  }

  /** Delivers the next due response of a web service; returns whether there was one. */
  #hearAnswer(): boolean {
    if (this.isExhausted) return false;
    const answered = this.web.takeAnswer(this.#record.context.visit.number, this.#now);
    if (answered !== undefined) this.#tell(answered);
    return answered !== undefined;
  }

  #deliver(): void {
    this.#sendAll();
    for (let left = this.#fetch(); left.length > 0 && !this.isExhausted; left = this.#fetch()) {
      for (const delivery of left) {
        for (const event of readEvents(delivery, { call: this.#record.id, at: this.#now })) this.#tell(event);
        this.#sendAll();
      }
    }
  }

  #fetch(): platform.Delivery[] {
    const left = this.#model.advance(this.#now);
    this.#streams.attend(this.#now);
    this.#readJournal();
    return left;
  }

  #sendAll(): void {
    for (let left = this.#outgoing.next(this); left; left = this.#outgoing.next(this)) {
      this.commands.push({ ...left.command, at: this.#now });
      if (left.answer !== undefined) this.#apply(left.answer);
    }
  }

  #perform(command: Command, fault: platform.Fault | undefined): CallEvent | undefined {
    const { id: call, voiceId } = this.#record;
    if (fault !== undefined) this.#model.control.failNext(fault);
    const answer = sendCommand(this.#model, command, {
      target: { call, voiceId },
      now: this.#now,
      carrier: this.#carrier,
    });
    this.#readJournal();
    return answer;
  }

  /** Delivers an event to the call, unless `between` holds it back. */
  #tell(event: CallEvent): void {
    for (const told of this.#between?.arrives(event, this) ?? [event]) this.#apply(told);
  }

  #apply(event: CallEvent): void {
    this.#take(advance(this.#flow, this.#record, event));
  }

  #take(made: Advance): void {
    const { record, commands, requests, trace } = this.#between?.committed(made) ?? made;
    this.#record = record;
    const { isSecret } = record.context.web;
    for (const request of requests) this.web.ask(request, { at: this.#now, isSecret });
    this.#outgoing.add(commands);
    this.trace.push(trace);
    this.log.push({ teller: 'call', entry: trace });
  }

  #readJournal(): void {
    if (this.#model.journal.lastSeq === this.#journalRead) return;
    for (const entry of this.#model.journal.readAfter(this.#journalRead)) {
      this.#journalRead = entry.seq;
      this.log.push({ teller: 'platform', entry });
      const heard = readHeard(entry);
      if (heard !== undefined) this.heard.push(heard);
    }
  }
}
