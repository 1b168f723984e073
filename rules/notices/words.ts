import type { NoticeKind, NoticeOf } from './notice.ts';
import type { NoticeWriter } from './writer.ts';

/** A notice in a language: plain text, which the mail's two forms lay out. */
export interface Words {
  /** One line. */
  subject: string;
  paragraphs: readonly string[];
  /** Beside each other, such as a sum and what it is for. */
  facts?: readonly (readonly [label: string, value: string])[];
  /** Each about one thing, below the paragraphs. */
  list?: readonly string[];
  /** The one thing to do, and where. */
  button?: { label: string; url: string };
  /** Below the button, smaller: such as what to do if it was not you. */
  after?: readonly string[];
}

/** Who speaks to whom. */
export interface Surroundings {
  /** The deployment, as people call it. */
  deployment: string;
  /** The merchant in whose name the mail is sent, as payers are shown it; null where the deployment itself speaks. */
  merchant: string | null;
  /** Whether it is about no real money. */
  isTest: boolean;
}

/** A language: what it says of each kind, and what stands around all of them. */
export interface NoticeCatalogue {
  notices: { [K in NoticeKind]: (notice: NoticeOf<K>, write: NoticeWriter, around: Surroundings) => Words };
  frame: {
    /** Before the subject, and above the text, of what is no real money. */
    test: string;
    /** Why somebody gets this: below the line, with a way out or without. */
    sentBy: (around: Surroundings) => string;
    unsubscribe: string;
    /** Where payers turn to. */
    questions: (where: string) => string;
    /** Above an address for those who cannot press the button. */
    orOpen: string;
    /** The name beside the sender's address. */
    via: (merchant: string, deployment: string) => string;
  };
}
