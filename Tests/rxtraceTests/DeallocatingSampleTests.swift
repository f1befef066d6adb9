import Testing

/// The order that the article on `deallocating` prints.
@Suite(.timeLimit(.generous)) struct DeallocatingSampleTests {
    @Test func theSamplePrintsTheArticlesOrder() throws {
        let result = try BuiltCommand.run(["run", "deallocating"])
        #expect(result.status == 0)
        #expect(result.errors.split(separator: "\n") == ["进来了", "准备撤退", "Screen 销毁", "已经撤退"])
    }
}
