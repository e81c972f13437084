/** Components that are rendered again only when a property changes. */
import { Component } from 'preact';
import type { FunctionComponent } from 'preact';

/** Returns the component as one that compares its properties one by one. */
export function memoize<Props extends object>(render: FunctionComponent<Props>) {
  return class Memoized extends Component<Props> {
    override shouldComponentUpdate(next: Readonly<Props>): boolean {
      const names = Object.keys(next) as (keyof Props)[];
      return (
        names.length !== Object.keys(this.props).length ||
        names.some((name) => this.props[name] !== next[name])
      );
    }

    override render(props: Props) {
      return render(props);
    }
  };
}
